import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { admin } from '#content/pages/admin.ts'
import type { PatientPageProps } from './patient-page.tsx'
import { patientPage as words } from './words.ts'

export const PatientTags = ({ tags, form }: PatientPageProps) => (
  <section className="panel stack" aria-labelledby="tags">
    <h2 id="tags">{words.tags}</h2>
    {tags.length === 0 && <p className="muted">{words.noTags}</p>}
    <ul className="row">
      {tags.map((tag) => (
        <li key={tag}>
          <ActionForm className="row" offline={admin.offline}>
            <span className="tag">
              <bdi>{tag}</bdi>
            </span>
            <input type="hidden" name="removed" value={tag} />
            <IntentButton intent="untag" text="×" kind="text" aria-label={words.tag.remove(tag)} />
          </ActionForm>
        </li>
      ))}
    </ul>
    <ActionForm className="adm-bar screen" noValidate offline={admin.offline}>
      <Field label={words.tag.label} maxLength={30} autoComplete="off" {...namedField(form, 'tag')} />
      <IntentButton intent="tag" text={words.tag.add} kind="line" small />
    </ActionForm>
  </section>
)
