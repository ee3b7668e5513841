import type { FormState } from '#app/domain/shared/form-state.ts'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { adminMessage as words } from '#content/pages/admin-messages.ts'
import { admin } from '#content/pages/admin.ts'

type SortFormsProps = {
  handled: string | number | undefined
  /** '': nobody. */
  assignee: string
  assignees: { id: string; name: string }[]
  snoozed: string | undefined
  tomorrow: string
  form: FormState
}

/** Who answers the message, when, or that nobody has to any more. */
export const SortForms = ({ handled, assignee, assignees, snoozed, tomorrow, form }: SortFormsProps) => (
  <div className="panel stack">
    <ActionForm className="row row-form" offline={admin.offline}>
      <SelectField
        key={assignee}
        label={words.assign.label}
        name="assignee"
        options={[['', words.assign.nobody], ...assignees.map(({ id, name }) => [id, name] as const)]}
        defaultValue={assignee}
      />
      <IntentButton intent="assign" text={words.assign.button} kind="line" small />
    </ActionForm>
    {snoozed !== undefined && (
      <ActionForm offline={admin.offline}>
        <IntentButton intent="wake" text={words.snooze.wake} kind="line" small />
      </ActionForm>
    )}
    {snoozed === undefined && !handled && (
      <ActionForm className="row row-form" offline={admin.offline} noValidate>
        <Field label={words.snooze.label} type="date" min={tomorrow} {...namedField(form, 'until', tomorrow)} />
        <IntentButton intent="snooze" text={words.snooze.button} kind="line" small />
      </ActionForm>
    )}
    <ActionForm offline={admin.offline}>
      <input type="hidden" name="handled" value={handled ? 'no' : 'yes'} />
      <Button kind="line" small>
        {(handled ? words.reopen : words.handle).button}
      </Button>
    </ActionForm>
  </div>
)
