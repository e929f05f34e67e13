import type { ReactNode } from 'react';
import type { ContactBlock } from '../../../../contract/cms.ts';
import { Icon } from '../../../ui/icons.tsx';
import { telHref } from '../../tel-href.ts';
import classes from '../content-page.module.css';
import { chartPosition } from './chart-position.ts';

function OfficeCard({ office }: { office: ContactBlock }) {
  const { title, address, email, phones, hours, mapUrl } = office;
  const position = chartPosition(mapUrl);
  return (
    <section className={`panel ruled stack packed gap-2-5 p-5 ${classes.card}`} aria-label={title}>
      <h2>{title}</h2>
      {position ? <p className={`soft tiny ${classes.officePosition}`}>{position}</p> : null}
      <address>{address}</address>
      <p className="row middle gap-2-5 soft small">
        <Icon name="clock" size={18} />
        {hours}
      </p>
      <ul className={`line-above ${classes.ways}`}>
        {phones.map((phone) => (
          <li className="line-below" key={phone}>
            <a href={telHref(phone)}>
              <Icon name="phone" size={18} />
              {phone}
            </a>
          </li>
        ))}
        <li className="line-below">
          <a href={`mailto:${email}`}>
            <Icon name="mail" size={18} />
            {email}
          </a>
        </li>
        <li className="line-below">
          <a href={mapUrl} rel="noopener">
            <Icon name="pin" size={18} />
            Open the map
            <span className="visually-hidden">: {title}</span>
          </a>
        </li>
      </ul>
    </section>
  );
}

/** Addresses and contact details of the academy's offices, beside `form` if a form is given. */
export function OfficeCards({ offices, form }: { offices: readonly ContactBlock[]; form: ReactNode }) {
  if (offices.length === 0) return form;
  return (
    <div className={`stack single gap-8 ${classes.contact}`} data-form={form ? true : undefined}>
      {form ? (
        <section className="stack packed single gap-4" aria-labelledby="write">
          <h2 id="write">Write to us</h2>
          {form}
        </section>
      ) : null}
      <div className={`stack packed gap-4 ${classes.offices}`}>
        {offices.map((office) => (
          <OfficeCard key={office.title} office={office} />
        ))}
      </div>
    </div>
  );
}
