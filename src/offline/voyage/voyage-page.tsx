import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { LowDataSwitch } from '../low-data/low-data-switch.tsx';
import type { CourseRow } from './course-search.ts';
import type { VoyageActor } from './page-voyage.ts';
import { RemoveVoyage } from './remove-voyage.tsx';
import { SavedSearch } from './saved-search.tsx';
import { StoragePromise } from './storage-promise.tsx';
import { VoyageOfferPart } from './voyage-offer.tsx';
import classes from './voyage-page.module.css';
import { VoyageProgressPart } from './voyage-progress.tsx';
import { VoyageSummary } from './voyage-summary.tsx';

const stopped: Record<string, { title: string; advice: string }> = {
  paused: { title: 'Paused.', advice: 'What came is kept.' },
  deviceFull: {
    title: 'This device takes no more.',
    advice: 'What came is kept. Make room on the device, or save without pictures, and go on.',
  },
  savingFailed: { title: 'Something went wrong.', advice: 'What came is kept. Go on in a moment.' },
};

type VoyagePageProps = {
  actor: VoyageActor;
  /** Reads what is saved for the search. */
  readRows: () => Promise<CourseRow[]>;
  phone: string | null;
};

/** 'Save for the voyage': the whole site on the device, before the line is gone (issue "At sea"). */
export function VoyagePage({ actor, readRows, phone }: VoyagePageProps) {
  const state = useSelector(actor, (snapshot) => snapshot);
  const { context, value } = state;
  const { saved, isUnderWay } = context;
  const halted = stopped[String(value)];
  const isWorking = isUnderWay && (state.matches('saving') || state.matches('comparing'));
  const isWaiting = state.matches('waitingForConnection');
  return (
    <Page>
      <PageTitle isKept lead="Courses, prices, dates, policies and news, to read where there is no network.">
        Save for the voyage
      </PageTitle>
      <div className={classes.voyage}>
        {state.matches('storageRefused') ? (
          <Notice
            tone="wrong"
            role="alert"
            title="This browser keeps nothing for this site."
            action={
              <Button variant="outline" onClick={() => actor.send({ type: 'voyage.check' })}>
                Try again
              </Button>
            }
          >
            In a private window, or with storage blocked, the site can be read online only.
          </Notice>
        ) : null}
        {state.matches('comparisonFailed') && !saved ? (
          <ErrorState
            message="What there is to save could not be asked."
            onRetry={() => actor.send({ type: 'voyage.check' })}
            phone={phone}
          />
        ) : null}
        {state.hasTag('busy') && !isWorking && !saved ? (
          <SkeletonGroup label="What there is to save is looked up" className={classes.bones}>
            <Skeleton height="4rem" />
            <Skeleton height="3rem" />
          </SkeletonGroup>
        ) : null}
        {isWorking || isWaiting ? (
          <VoyageProgressPart
            context={context}
            isWaiting={isWaiting}
            onPause={() => actor.send({ type: 'voyage.pause' })}
          />
        ) : null}
        {halted ? (
          <Notice
            tone={state.hasTag('failed') ? 'wrong' : 'waiting'}
            role="status"
            title={halted.title}
            action={
              <Button variant="outline" onClick={() => actor.send({ type: 'voyage.resume' })}>
                Go on
              </Button>
            }
          >
            {halted.advice}
          </Notice>
        ) : null}
        {state.matches('upToDate') ? (
          <Notice tone="right" role="status" title="Everything is on this device.">
            Nothing has changed since it was saved.
          </Notice>
        ) : null}
        {state.matches('offering') || (state.matches('upToDate') && !saved?.hasPictures) ? (
          <VoyageOfferPart context={context} onSave={(choice) => actor.send({ type: 'voyage.save', ...choice })} />
        ) : null}
        {saved ? <VoyageSummary saved={saved} /> : null}
        {saved ? <SavedSearch key={saved.since} readRows={readRows} /> : null}
        {saved || isUnderWay ? <StoragePromise /> : null}
        {state.can({ type: 'voyage.check' }) && saved ? (
          <Button variant="outline" className={classes.action} onClick={() => actor.send({ type: 'voyage.check' })}>
            Look for changes
          </Button>
        ) : null}
        {state.can({ type: 'voyage.remove' }) ? (
          <RemoveVoyage onRemove={() => actor.send({ type: 'voyage.remove' })} />
        ) : null}
        <section aria-labelledby="low-data" className={classes.part}>
          <h2 id="low-data">A slow or costly line</h2>
          <LowDataSwitch />
        </section>
      </div>
    </Page>
  );
}
