import { LoadFailed } from '../../offline/load-failed.tsx';
import '../../ui/controls.css';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { type CheckedCertificate, normaliseCertificateNumber } from '../../../contract/certificates.ts';
import { telHref } from '../../content/tel-href.ts';
import { formatDay, formatDays } from '../../lib/format/format.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { certificateQueries } from './certificate.queries.ts';
import classes from './certificate-page.module.css';

type CertificatePageProps = {
  /** The certificate number in the URL; null if the URL has none, because nobody has entered one yet. */
  number: string | null;
  /** The academy's phone number; null if it is not known. */
  phone: string | null;
  onCheck: (number: string) => void;
};

/**
 * The public page on which anybody can check whether a certificate is valid. The QR code on a certificate leads here.
 */
export function CertificatePage({ number, phone, onCheck }: CertificatePageProps) {
  return (
    <Page>
      <PageTitle lead="See whether our academy has issued a certificate, and whether it is still valid.">
        Check a certificate
      </PageTitle>
      <div className="stack gap-5">
        {number === null ? null : <Outcome number={number} phone={phone} />}
        <NumberForm key={number} onCheck={onCheck} isFirst={number === null} />
      </div>
    </Page>
  );
}

function NumberForm({ onCheck, isFirst }: { onCheck: (number: string) => void; isFirst: boolean }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const number = normaliseCertificateNumber(text);
    if (number !== '') return onCheck(number);
    setError('Enter the number');
    // Focus the field, so that a screen reader reads the error.
    field.current?.focus();
  };
  return (
    <form noValidate className={`stack gap-3 left ${classes.form}`} onSubmit={submit}>
      <TextInput
        ref={field}
        label={isFirst ? 'Certificate number' : 'Check another number'}
        description={
          <>
            It is printed beside the QR code, such as{' '}
            <span className={classes.number}>LFC-2027-000123-4F7A91C20B.</span>
          </>
        }
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant={isFirst ? 'filled' : 'outline'}>
        Check
      </Button>
    </form>
  );
}

function Outcome({ number, phone }: { number: string; phone: string | null }) {
  const { data, isError, isFetching, refetch } = useQuery(certificateQueries.check(number));
  // Look for a failed check before using `data`. After a failure, `data` is still that of an earlier check, and the
  // certificate may have been revoked since.
  if (isError && !import.meta.env.SSR)
    return (
      <LoadFailed
        message="The certificate could not be checked."
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  if (data) return <Result certificate={data} />;
  if (data === null)
    return (
      <Notice tone="error" role="alert" title="We have not issued a certificate with this number">
        <p>
          Number: <strong className={`anywhere ${classes.number}`}>{number}</strong>
        </p>
        <p>
          Compare it with the certificate, letter by letter.
          {phone ? (
            <>
              {' '}
              Questions? Call <a href={telHref(phone)}>{phone}</a>.
            </>
          ) : null}
        </p>
      </Notice>
    );
  return (
    <SkeletonGroup label="Checking the certificate" className="stack gap-3">
      <Skeleton height="3rem" />
      <Skeleton height="8rem" />
    </SkeletonGroup>
  );
}

function Result({ certificate }: { certificate: CheckedCertificate }) {
  const { state, number, name, course_name, start_date, end_date, issued_on } = certificate;
  const facts = [
    ['Number', number],
    ['Name', name],
    ['Course', course_name],
    ['Dates', formatDays(start_date, end_date)],
    ['Issued on', formatDay(issued_on)],
  ] as const;
  return (
    <section className="panel p-5 rounded stack gap-4" aria-label="Result">
      {state === 'valid' ? (
        <Notice tone="success" role="status" title="This certificate is valid" />
      ) : (
        <Notice tone="error" role="alert" title="This certificate has been revoked">
          <p>We issued it and have withdrawn it. It is not valid any more.</p>
        </Notice>
      )}
      <dl className={`terms ${classes.facts}`}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="soft small">
        The name is shortened to protect the holder. Compare it and the dates with the certificate.
      </p>
    </section>
  );
}
