import type { FormState } from '#app/domain/shared/form-state.ts'
import { namedField } from '#app/ui/forms/field-state.ts'
import { Fold } from '#app/ui/admin/fold.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { pagesWords } from './words.ts'

const words = pagesWords.schedule

/** When the draft is published by itself; `scheduled`: what is set already. */
export const ScheduleFields = ({ form, scheduled }: { form: FormState; scheduled: string | undefined }) => (
  <Fold summary={words.heading} open={form.fieldErrors?.publishAt !== undefined}>
    <Field label={words.at} {...namedField(form, 'publishAt')} type="datetime-local" optional />
    <div className="row">
      <IntentButton intent="schedule" kind="line" text={words.button} />
      {scheduled && <IntentButton intent="unschedule" kind="text" text={words.off} />}
    </div>
  </Fold>
)
