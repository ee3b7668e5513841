import { isSearchable, type KnownPatient } from '#app/domain/booking/known-patient.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { adminNewAppointment } from '#content/pages/admin-appointments.ts'

const { known: words } = adminNewAppointment

type KnownPeopleProps = {
  searched: string | undefined
  people: KnownPatient[]
  /** Replaces the result's text after a patient was selected. */
  message?: string
  /** Whether this part gets the focus after the post. */
  hasFocus: boolean
}

/** Finds earlier patients by name or phone, while typing or with the button. */
export function KnownPeople({ searched, people, message, hasFocus }: KnownPeopleProps) {
  const headingId = hasFocus ? outcomeId : 'known-heading'
  return (
    <section aria-labelledby={headingId} className="stack">
      <h2 id={headingId} tabIndex={-1}>
        {words.heading}
      </h2>
      <div className="adm-bar">
        <Field
          label={words.label}
          name="known"
          type="search"
          autoComplete="off"
          optional
          defaultValue={searched}
          data-press="find-known"
          data-press-typing
        />
        <Button kind="line" name="intent" value="find" id="find-known" data-live-only>
          {words.find}
        </Button>
      </div>
      <p role="status" id="known-said" data-live>
        {message ?? describeResult(searched, people)}
      </p>
      <div id="known-people" data-live>
        {/* Tells Enter in another field from Enter in the search field, also without scripts. */}
        <input type="hidden" name="searched" value={searched ?? ''} />
        {people.length > 0 && (
          <ul className="adm-items" aria-label={words.found}>
            {people.map(({ id, name, phone, email }) => (
              <li key={id}>
                <button type="submit" className="btn-text" name="use" value={id}>
                  <bdi>{name}</bdi>
                </button>{' '}
                <span className="hint">{[phone, email].filter(Boolean).join(', ')}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function describeResult(searched: string | undefined, people: KnownPatient[]) {
  if (searched === undefined || people.length > 0) return undefined
  return isSearchable(searched) ? words.none : words.tooShort
}
