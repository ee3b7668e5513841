import { Fold } from '#app/ui/admin/fold.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { contactInLine } from '#app/domain/patients/patient-fields.ts'
import { chosenField } from '#app/domain/shared/list-names.ts'
import { admin } from '#content/pages/admin.ts'
import type { MergeCandidate } from '#app/domain/booking/newly-opened.server.ts'
import { Part } from './part.tsx'
import type { PatientPageProps } from './patient-page.tsx'
import { patientPage as words } from './words.ts'

/** Who may be the same person, and what was merged into it: a person decides, and can take it back. */
export function SamePerson(view: PatientPageProps) {
  const { suggestions, mergedRecords, changes } = view
  const same = suggestions.filter(({ reason }) => reason === 'name-and-email')
  return (
    <>
      {suggestions.length > 0 && (
        <Part id="same" heading={words.same.heading} hint={words.same.hint}>
          <ul className="stack">
            {suggestions.map((person) => (
              <Merge
                key={person.id}
                person={person}
                mayOpenMore={view.mayOpenMore}
                why={words.same.reasons[person.reason]}
              />
            ))}
          </ul>
          {same.length > 1 && (
            <ActionForm className="screen" offline={admin.offline}>
              <IntentButton intent="merge-same" text={words.same.mergeAll(same.length)} kind="line" small />
            </ActionForm>
          )}
        </Part>
      )}
      {mergedRecords.length > 0 && (
        <Part id="records" heading={words.records.heading}>
          <ul className="stack">
            {mergedRecords.map((record) => (
              <li key={record.id}>
                <Who {...record} />
                <ActionForm className="screen" offline={admin.offline}>
                  <input type="hidden" name="record" value={record.id} />
                  <IntentButton
                    intent="separate"
                    text={words.records.split}
                    kind="text"
                    aria-label={words.records.splitOf(record.name)}
                  />
                </ActionForm>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {changes.length > 0 && (
        <Part id="changes" heading={words.changes.heading}>
          <ul className="stack">
            {changes.map(({ id, kind, when }) => (
              <li key={id}>
                <ActionForm className="row" offline={admin.offline}>
                  <span className="num">
                    {words.changes.kinds[kind]}, {when}
                  </span>
                  <input type="hidden" name="change" value={id} />
                  <IntentButton intent="undo" text={words.changes.undo} kind="text" />
                </ActionForm>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Other {...view} />
    </>
  )
}

const Who = (contact: Parameters<typeof contactInLine>[0]) => (
  <p>
    <bdi>{contact.name}</bdi> <span className="hint">{contactInLine(contact)}</span>
  </p>
)

type MergeProps = Pick<PatientPageProps, 'mayOpenMore'> & { person: MergeCandidate; why?: string }

const Merge = ({ person, mayOpenMore, why }: MergeProps) => (
  <li>
    <Who {...person} />
    {why && <p className="hint">{why}</p>}
    <ActionForm className="row screen" offline={admin.offline}>
      <input type="hidden" name="other" value={person.id} />
      <Opens opens={person.opens} mayOpenMore={mayOpenMore} other={person.id} />
      <IntentButton
        intent={mayOpenMore ? 'merge-open' : 'merge'}
        text={words.same.merge}
        kind="line"
        small
        aria-label={words.same.mergeWith(person.name)}
      />
      {why && (
        <IntentButton
          intent="distinct"
          text={words.same.distinct}
          kind="text"
          aria-label={words.same.distinctOf(person.name)}
        />
      )}
    </ActionForm>
  </li>
)

/** What each address would newly open: nothing, unless somebody who may read it all checks it. */
const Opens = ({
  opens,
  mayOpenMore,
  other,
}: Pick<MergeCandidate, 'opens'> & { mayOpenMore: boolean; other: string }) =>
  opens.length > 0 && (
    <div className="stack">
      <p className="hint">{mayOpenMore ? words.opens.choose : words.opens.nothing}</p>
      {mayOpenMore ? (
        opens.map((one) => (
          <Checkbox
            key={one.recordId}
            name={chosenField}
            id={`open-${other}-${one.recordId}`}
            value={one.recordId}
            label={words.opens.to(one)}
          />
        ))
      ) : (
        <ul>
          {opens.map((one) => (
            <li key={one.recordId}>{words.opens.would(one)}</li>
          ))}
        </ul>
      )}
    </div>
  )

/** Somebody whom nothing suggests. */
const Other = ({ form, found, mayOpenMore }: PatientPageProps) => (
  <Fold summary={words.other.heading} open={found !== undefined}>
    <ActionForm className="adm-bar" role="search" offline={admin.offline}>
      <Field label={words.other.label} name="q" type="search" autoComplete="off" defaultValue={form.values?.q} />
      <IntentButton intent="find" text={words.other.find} kind="line" small />
    </ActionForm>
    {found?.length === 0 && <p role="status">{words.other.none}</p>}
    {found && (
      <ul className="stack">
        {found.map((person) => (
          <Merge key={person.id} person={person} mayOpenMore={mayOpenMore} />
        ))}
      </ul>
    )}
  </Fold>
)

/** Visits that belong to somebody else, such as another person of the family with the same name. */
export const SplitVisits = ({ appointments }: Pick<PatientPageProps, 'appointments'>) =>
  appointments.length > 1 && (
    <Fold summary={words.split.summary}>
      <ActionForm className="stack" offline={admin.offline}>
        <p className="hint">{words.split.hint}</p>
        {appointments.map(({ id, time, service }) => (
          <Checkbox key={id} name={chosenField} id={`split-${id}`} value={id} label={`${time}, ${service}`} />
        ))}
        <IntentButton intent="split" text={words.split.button} kind="line" small />
      </ActionForm>
    </Fold>
  )
