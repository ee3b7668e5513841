import { Link } from 'react-router'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { appointmentFee as words } from '#content/pages/admin-appointments.ts'
import { AppointmentForm } from './appointment-form.tsx'
import type { FeeView } from './fee.server.ts'

/** What a late cancellation or a missed visit costs or has cost, and how staff do without it. */
export const AppointmentFee = ({ id, fee }: { id: string; fee: FeeView }) => (
  <section className="screen stack" id="fee" aria-labelledby="fee-heading">
    <h2 id="fee-heading">{words.heading}</h2>
    <p>{fee.says}</p>
    {fee.payment && (
      <p>
        <Link to={fee.payment}>{words.payment}</Link>
      </p>
    )}
    {fee.canWaive && (
      <AppointmentForm id={id}>
        <IntentButton intent="waive-fee" text={words.waive} kind="line" small />
      </AppointmentForm>
    )}
  </section>
)
