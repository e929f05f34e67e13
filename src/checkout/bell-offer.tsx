import '../ui/controls.css';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { armBell, askForBell, bellState } from './return-bell.ts';

const texts = {
  offered: 'We can show a notification on this device when your booking can go on. It names no course and no price.',
  agreed: 'A notification on this device tells you when your booking can go on.',
  refused: 'Notifications of this site are switched off in your browser, so look in again when you are connected.',
};

/** Offers to tell a student who waits for the connection; asked at their tap alone, and a refusal stands. */
export function BellOffer() {
  const [bell, setBell] = useState(bellState);
  useEffect(() => {
    if (bell === 'agreed') void armBell();
  }, [bell]);
  if (bell === 'unavailable') return null;
  return (
    <>
      <p role="status">{texts[bell]}</p>
      {bell === 'offered' ? (
        <div>
          <Button variant="outline" onClick={() => void askForBell().then(setBell)}>
            Tell me when it is back
          </Button>
        </div>
      ) : null}
    </>
  );
}
