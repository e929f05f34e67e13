import * as z from 'zod';

/** Returns a copy of the schema that rejects unknown keys, in nested objects too. */
export function strictly<S extends z.ZodType>(schema: S): S {
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = {};
    for (const [key, field] of Object.entries(schema.def.shape)) shape[key] = strictly(field as z.ZodType);
    return schema.clone({ ...schema.def, shape, catchall: z.never() });
  }
  if (schema instanceof z.ZodArray) {
    return schema.clone({ ...schema.def, element: strictly(schema.def.element as z.ZodType) });
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.def.options.map((option) => strictly(option as z.ZodType));
    return schema.clone({ ...schema.def, options });
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return (schema as z.ZodOptional).clone({
      ...schema.def,
      innerType: strictly(schema.def.innerType as z.ZodType),
    } as z.core.$ZodOptionalDef) as unknown as S;
  }
  return schema;
}
