import classes from '../profile-page.module.css';
import { BookingList } from './booking-list.tsx';

/** Tab My Orders. */
export function OrdersTab({ studentId, phone }: { studentId: string; phone: string | null }) {
  return (
    <section aria-labelledby="bookings" className={classes.part}>
      <h2 id="bookings">Bookings</h2>
      <BookingList studentId={studentId} phone={phone} />
    </section>
  );
}
