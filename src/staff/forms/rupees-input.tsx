import { NumberInput, type NumberInputProps } from '@mantine/core';

/** A field for an amount in rupees, with Indian grouping and up to two decimals. */
export function RupeesInput(props: NumberInputProps) {
  return (
    <NumberInput
      hideControls
      allowNegative={false}
      decimalScale={2}
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      prefix="₹"
      {...props}
    />
  );
}
