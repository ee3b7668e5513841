import type { AppointmentRow } from '#app/ui/admin/appointment-rows.ts'
import { AppointmentTable } from '#app/ui/admin/appointment-table.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { ownHoursPage as words } from '#content/pages/own-hours.ts'

/** What a change would bring, asked before it is saved. `appointments`: those that would be outside of the hours. */
export type Question = { text: string; appointments?: AppointmentRow[] }

/** Part of the form that asked. */
export const AskedQuestion = ({ text, appointments }: Question) => (
  <>
    <Note kind="question" id={outcomeId}>
      <p>{text}</p>
    </Note>
    {appointments && <AppointmentTable appointments={appointments} />}
  </>
)

/** Posts the same fields again. Not first in its form, as Enter presses the first button. */
export const AnywayButton = ({ intent }: { intent: string }) => (
  <IntentButton intent={`${intent}-anyway`} text={words.anyway} kind="line" small />
)
