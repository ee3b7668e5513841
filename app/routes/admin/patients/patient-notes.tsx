import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { admin } from '#content/pages/admin.ts'
import type { PatientPageProps } from './patient-page.tsx'
import type { NoteView } from './receive-patient.server.ts'
import { patientPage } from './words.ts'

const words = patientPage.notes

/** Clinical notes are shown only after a press of its own, and never printed. */
export const PatientNotes = ({ notes, clinicalNotes, openedNotes, mayReadHealth, form }: PatientPageProps) => (
  <section className="panel stack" aria-labelledby="notes">
    <h2 id="notes">{words.heading}</h2>
    <h3>{words.desk}</h3>
    <NoteList notes={notes} remove="delete-desk-note" />
    {(mayReadHealth || clinicalNotes > 0) && <h3>{words.clinical}</h3>}
    {openedNotes ? (
      <NoteList notes={openedNotes} remove="delete-clinical-note" />
    ) : mayReadHealth && clinicalNotes > 0 ? (
      <ActionForm className="screen" offline={admin.offline}>
        <p className="hint">{words.clinicalHint}</p>
        <IntentButton intent="show-notes" text={words.show(clinicalNotes)} kind="line" small />
      </ActionForm>
    ) : (
      clinicalNotes > 0 && <p className="muted">{words.sealed}</p>
    )}
    <ActionForm className="stack screen" noValidate offline={admin.offline}>
      <Field label={words.label} multiline rows={3} hint={words.hint} {...namedField(form, 'note')} />
      <div className="row">
        <IntentButton intent="desk-note" text={words.saveDesk} kind="line" small />
        {mayReadHealth && <IntentButton intent="clinical-note" text={words.saveClinical} kind="line" small />}
      </div>
    </ActionForm>
  </section>
)

const NoteList = ({ notes, remove }: { notes: NoteView[]; remove: string }) =>
  notes.length === 0 ? (
    <p className="muted">{words.none}</p>
  ) : (
    <ul className="stack">
      {notes.map(({ id, text, by, mayDelete }) => (
        <li key={id}>
          <p className="typed" dir="auto">
            {text ?? words.lost}
          </p>
          <p className="hint">{by}</p>
          {mayDelete && (
            <ActionForm className="screen" offline={admin.offline}>
              <input type="hidden" name="noteId" value={id} />
              <IntentButton intent={remove} text={words.remove} kind="danger" />
            </ActionForm>
          )}
        </li>
      ))}
    </ul>
  )
