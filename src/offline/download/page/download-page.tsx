import { LoadFailed } from '../../load-failed.tsx';
import '../../../ui/controls.css';
import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Notice } from '../../../ui/messages/notice.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/messages/skeleton.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { PageTitle } from '../../../ui/page/page-title.tsx';
import { useFocusAfterRemoval } from '../../../ui/page/use-focus-after-removal.ts';
import { LowDataSwitch } from '../../low-data/low-data-switch.tsx';
import type { CourseRow } from '../course-search.ts';
import type { DownloadActor } from '../page-download.ts';
import { DeleteLibrary } from './delete-library.tsx';
import { DownloadOffer } from './download-offer.tsx';
import classes from './download-page.module.css';
import { DownloadProgress } from './download-progress.tsx';
import { LibrarySummary } from './library-summary.tsx';
import { SavedSearch } from './saved-search.tsx';
import { StoragePersistence } from './storage-persistence.tsx';

/** Texts for a stopped download, by the state of the download's state machine. */
const stoppedTexts: Record<string, { title: string; advice: string }> = {
  paused: { title: 'Paused.', advice: 'Everything downloaded so far is saved.' },
  deviceFull: {
    title: 'There is no space left on this device.',
    advice: 'Everything downloaded so far is saved. Free up space, then continue.',
  },
  savingFailed: {
    title: 'Something went wrong.',
    advice: 'Everything downloaded so far is saved. Please try again in a moment.',
  },
};

type DownloadPageProps = {
  actor: DownloadActor;
  /** Reads the saved courses for the search. */
  readRows: () => Promise<CourseRow[]>;
  phone: string | null;
};

/** "Save for the voyage": downloads the offline library, and shows and searches what is saved. */
export function DownloadPage({ actor, readRows, phone }: DownloadPageProps) {
  const state = useSelector(actor, (snapshot) => snapshot);
  const { context, value } = state;
  const { saved, isUnderWay } = context;
  const stopped = stoppedTexts[String(value)];
  const isWorking = isUnderWay && (state.matches('saving') || state.matches('comparing'));
  const isWaiting = state.matches('waitingForConnection');
  const isOffering = state.matches('offering') || (state.matches('upToDate') && !saved?.hasPictures);
  const sections = useFocusAfterRemoval(isOffering ? 1 : 0, isWorking ? 1 : 0, stopped ? 1 : 0, saved ? 1 : 0);
  return (
    <Page>
      <PageTitle isInFirstScreen lead="Courses, prices, dates, policies and news to read offline.">
        Save for the voyage
      </PageTitle>
      <div className={`stack gap-8 no-outline ${classes.sections}`} ref={sections} tabIndex={-1}>
        {state.matches('storageRefused') ? (
          <Notice
            tone="error"
            role="alert"
            title="This browser cannot save data for this site."
            action={
              <Button variant="outline" onClick={() => actor.send({ type: 'library.check' })}>
                Try again
              </Button>
            }
          >
            In a private window, or with storage blocked, you can use this site only online.
          </Notice>
        ) : null}
        {state.matches('comparisonFailed') && !saved ? (
          <LoadFailed
            message="We could not check what can be saved."
            onRetry={() => actor.send({ type: 'library.check' })}
            phone={phone}
          />
        ) : null}
        {state.hasTag('busy') && !isWorking && !saved ? (
          <SkeletonGroup label="Checking what can be saved" className="stack gap-4">
            <Skeleton height="4rem" />
            <Skeleton height="3rem" />
          </SkeletonGroup>
        ) : null}
        {isWorking || isWaiting ? (
          <DownloadProgress
            context={context}
            isWaiting={isWaiting}
            onPause={() => actor.send({ type: 'download.pause' })}
          />
        ) : null}
        {stopped ? (
          <Notice
            tone={state.hasTag('failed') ? 'error' : 'waiting'}
            role="status"
            title={stopped.title}
            action={
              <div className="row wrap gap-3">
                <Button variant="outline" onClick={() => actor.send({ type: 'download.resume' })}>
                  Continue
                </Button>
                {state.matches('deviceFull') && context.pictures ? (
                  <Button variant="outline" onClick={() => actor.send({ type: 'library.save', pictures: false })}>
                    Continue without pictures
                  </Button>
                ) : null}
              </div>
            }
          >
            {stopped.advice}
          </Notice>
        ) : null}
        {state.matches('upToDate') ? (
          <Notice tone="success" role="status" title="Everything is on this device.">
            Nothing has changed since you saved it.
          </Notice>
        ) : null}
        {isOffering ? (
          <DownloadOffer context={context} onSave={(choice) => actor.send({ type: 'library.save', ...choice })} />
        ) : null}
        {saved ? <LibrarySummary saved={saved} /> : null}
        {saved ? <SavedSearch key={saved.since} readRows={readRows} /> : null}
        {saved || isUnderWay ? <StoragePersistence /> : null}
        {state.can({ type: 'library.check' }) && saved ? (
          <Button variant="outline" className="self-left" onClick={() => actor.send({ type: 'library.check' })}>
            Check for changes
          </Button>
        ) : null}
        {state.can({ type: 'library.remove' }) ? (
          <DeleteLibrary onRemove={() => actor.send({ type: 'library.remove' })} />
        ) : null}
        <section aria-labelledby="low-data" className="stack gap-4">
          <h2 id="low-data">Slow or expensive connection</h2>
          <LowDataSwitch />
        </section>
      </div>
    </Page>
  );
}
