import { paths } from '../../../contract/pages.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import classes from '../site-frame.module.css';
import { Logo } from './logo.tsx';

/** The header of the checkout pages: the logo and a link to help. It is as high as the header of other pages. */
export function CheckoutHeader({ name }: { name: string | null }) {
  return (
    <header className={`screen-only ${classes.header}`}>
      <div className={`row middle between ${classes.row}`}>
        <Logo name={name} />
        <PageLink href={paths.contactUs} className={classes.tool}>
          Help
        </PageLink>
      </div>
    </header>
  );
}
