import type { Footer } from '../../contract/content.ts';
import { paths } from '../../contract/pages.ts';
import { telHref } from '../content/tel-href.ts';
import { LoadFailed } from '../offline/load-failed.tsx';
import { PageLink } from '../ui/links/page-link.tsx';
import { Skeleton, SkeletonGroup } from '../ui/messages/skeleton.tsx';
import { DisplayChoice } from './display-choice.tsx';
import classes from './site-frame.module.css';

const bottomLinks = [
  { label: 'Terms', url: paths.terms },
  { label: 'Privacy', url: paths.privacyPolicy },
  { label: 'Cancellation & Refund policy', url: paths.refundPolicy },
  { label: 'Save for the voyage', url: paths.offlineLibrary },
];

function Phone({ number }: { number: string }) {
  return (
    <li>
      <a href={telHref(number)}>{number}</a>
    </li>
  );
}

function FooterBody({ footer }: { footer: Footer }) {
  return (
    <div className={`stack gap-8 ${classes.footerColumns}`}>
      <section>
        <h2>About us</h2>
        <p>{footer.about_us_description}</p>
        {footer.certifications.length > 0 ? (
          <ul className={`row wrap gap-2 mt-4 ${classes.marks}`}>
            {footer.certifications.map((certification) => (
              <li key={certification}>{certification}</li>
            ))}
          </ul>
        ) : null}
      </section>
      <nav aria-label={footer.quicklinks_title}>
        <h2>{footer.quicklinks_title}</h2>
        <ul className={classes.footerLinks}>
          {footer.quicklinks.map(({ label, url }) => (
            <li key={url + label}>
              <PageLink href={url}>{label}</PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <section>
        <h2>{footer.contact_title}</h2>
        {footer.offices.map(({ label, address }) => (
          <address key={label} className={classes.office}>
            <strong>{label}</strong>
            {address}
          </address>
        ))}
        <a href={`mailto:${footer.email}`}>{footer.email}</a>
      </section>
      <section>
        <h2>{footer.contact_numbers_title}</h2>
        <h3>{footer.telephone_label}</h3>
        <ul className={classes.footerLinks}>
          <Phone number={footer.ivrs} />
        </ul>
        <h3>{footer.office_label}</h3>
        <ul className={classes.footerLinks}>
          {footer.numbers.map((number) => (
            <Phone key={number} number={number} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function FooterSkeleton() {
  return (
    <SkeletonGroup label="Loading contact details" className={`stack gap-8 ${classes.footerColumns}`}>
      {['about', 'links', 'offices', 'numbers'].map((name) => (
        <Skeleton key={name} height="9rem" />
      ))}
    </SkeletonGroup>
  );
}

type SiteFooterProps = { footer: Footer | null; hasFailed: boolean; onRetry: () => void; name: string };

export function SiteFooter({ footer, hasFailed, onRetry, name }: SiteFooterProps) {
  return (
    <footer className={`screen-only ${classes.footer}`}>
      <div className={classes.inside}>
        {footer ? <FooterBody footer={footer} /> : hasFailed ? null : <FooterSkeleton />}
        {!footer && hasFailed ? <LoadFailed message="Contact details could not be loaded." onRetry={onRetry} /> : null}
        <div className={`row wrap between ${classes.bottom}`}>
          <DisplayChoice />
          <ul className="row wrap gap-x-6">
            {bottomLinks.map(({ label, url }) => (
              <li key={url}>
                <PageLink href={url}>{label}</PageLink>
              </li>
            ))}
          </ul>
          <p>{name}</p>
        </div>
      </div>
    </footer>
  );
}
