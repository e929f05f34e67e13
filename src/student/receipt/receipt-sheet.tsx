import type { Receipt, ReceiptLine } from '../../../contract/receipt.ts';
import { formatDay, formatDays, formatTotal } from '../../lib/format/format.ts';
import classes from './receipt.module.css';

function LineRows({ line: { type, name, price, courses } }: { line: ReceiptLine }) {
  return (
    <tbody>
      <tr>
        <th scope="row">{name}</th>
        <td>{formatTotal(price)}</td>
      </tr>
      {courses.map((course) => (
        <tr key={course.name} className="soft small">
          <td colSpan={2}>
            {type === 'package' ? `${course.name}: ` : ''}
            <span className="nowrap">{formatDays(course.batch_start_date, course.batch_end_date)}</span>
          </td>
        </tr>
      ))}
    </tbody>
  );
}

function Totals({ receipt: { subtotal, discount, total, total_in_words } }: { receipt: Receipt }) {
  return (
    <tfoot>
      {discount > 0 ? (
        <>
          <tr>
            <th scope="row">Fees before discount</th>
            <td>{formatTotal(subtotal)}</td>
          </tr>
          <tr>
            <th scope="row">Discount</th>
            <td>−{formatTotal(discount)}</td>
          </tr>
        </>
      ) : null}
      <tr className={classes.total}>
        <th scope="row">Total paid</th>
        <td>{formatTotal(total)}</td>
      </tr>
      <tr>
        <td colSpan={2}>{total_in_words}</td>
      </tr>
    </tfoot>
  );
}

function Facts({ receipt }: { receipt: Receipt }) {
  const { receipt_number, issued_on, order_id, adds_to, payment } = receipt;
  const facts: Array<[name: string, value: string]> = [
    ['Receipt number', receipt_number],
    ['Date', formatDay(issued_on)],
    ['Order number', order_id],
    ...(adds_to ? [['Adds to receipt', adds_to] satisfies [string, string]] : []),
    ['Paid by', payment ? (payment.method ?? 'Online payment') : 'Nothing to pay'],
  ];
  if (payment) facts.push(['Payment reference', payment.reference]);
  return (
    <dl className={`stack packed gap-1 ${classes.facts}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const refundNotes = {
  completed: null,
  refund_due: 'This amount is being refunded.',
  refunded: 'This amount was refunded.',
};

/** The receipt as a sheet of paper. Only this part is printed. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { academy, student, lines, state, discount, adds_to } = receipt;
  return (
    <article className={`stack gap-6 surface anywhere ${classes.sheet}`} aria-labelledby="receipt-number">
      <header className={`soft small ${classes.head}`}>
        <p className="midsize ink strong">{academy.legal_name}</p>
        <p>{academy.address}</p>
        <p>{academy.tax_number}</p>
        <p>
          {academy.email} · {academy.phone}
        </p>
      </header>
      <h2 id="receipt-number">
        Receipt <span className="nowrap">{receipt.receipt_number}</span>
      </h2>
      <div className={classes.parties}>
        <div>
          <p className={classes.label}>Received from</p>
          <p className="strong">{student.name}</p>
          {student.email ? <p>{student.email}</p> : null}
          {student.mobile ? <p>{student.mobile}</p> : null}
          {student.indos_number ? <p>INDOS {student.indos_number}</p> : null}
        </div>
        <Facts receipt={receipt} />
      </div>
      <table className={classes.lines} aria-label="Booked courses and what was paid">
        <thead>
          <tr>
            <th scope="col">Course and batch</th>
            <th scope="col">{adds_to ? 'Price difference' : discount > 0 ? 'Fee after discount' : 'Fee'}</th>
          </tr>
        </thead>
        {lines.map((line) => (
          <LineRows key={`${line.type}-${line.name}`} line={line} />
        ))}
        <Totals receipt={receipt} />
      </table>
      {refundNotes[state] ? <p className="strong">{refundNotes[state]}</p> : null}
      <p className="soft small">{academy.note}</p>
    </article>
  );
}
