import type { FormState } from '#app/domain/shared/form-state.ts'
import { TextConsent } from '#app/ui/booking/text-consent.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { patientTexts as words } from '#content/text-messages.ts'

type TextRemindersProps = { path: string; isOn: boolean; clinic: { name: string }; form: FormState }

/** Turned on with the same words as on the booking form, and off with one press. */
export const TextReminders = ({ path, isOn, clinic, form }: TextRemindersProps) => (
  <section aria-labelledby="texts">
    <h2 id="texts">{words.heading}</h2>
    <form method="post" action={`${path}#${outcomeId}`}>
      {isOn ? <p>{words.on}</p> : <TextConsent purpose="reminders" clinic={clinic} form={form} />}
      {isOn ? (
        <IntentButton intent="end-texts" text={words.end} kind="line" small />
      ) : (
        <IntentButton intent="texts" text={words.button} kind="line" small />
      )}
    </form>
  </section>
)
