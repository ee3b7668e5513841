import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { ListedPatient } from '#app/domain/patients/patient.ts'
import { contactInLine } from '#app/domain/patients/patient-fields.ts'
import { isSearchable } from '#app/domain/patients/searchable.ts'
import { onLostRequest } from '#app/domain/shared/lost-request.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { adminNewAppointment as words } from '#content/pages/admin-appointments.ts'

export type Known = { searched: string | undefined; people: ListedPatient[] }

type KnownPeopleProps = {
  known: Known
  message: string | undefined
  /** Whether this part gets the focus after the post. */
  hasFocus: boolean
}

/** Finds earlier patients by name or phone, while typing or with the button. */
export function KnownPeople({ known, message, hasFocus }: KnownPeopleProps) {
  const { found, isLost, search } = usePatientSearch(known)
  const { searched, people } = found ?? known
  const headingId = hasFocus ? outcomeId : 'known-heading'
  return (
    <section aria-labelledby={headingId} className="stack">
      <h2 id={headingId} tabIndex={-1}>
        {words.known.heading}
      </h2>
      <div className="adm-bar">
        <Field
          label={words.known.label}
          name="known"
          type="search"
          autoComplete="off"
          optional
          defaultValue={known.searched}
          onChange={({ currentTarget }) => search(currentTarget.value, typingPauseMs)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // It would press the first button of the form.
            event.preventDefault()
            search(event.currentTarget.value)
          }}
        />
        <IntentButton intent="find" text={words.known.find} kind="line" />
      </div>
      <p role="status">
        {isLost ? words.known.failed : ((found ? undefined : message) ?? describeResult(searched, people))}
      </p>
      <div>
        {/* Tells Enter in another field from Enter in the search field, also without scripts. */}
        <input type="hidden" name="searched" value={searched ?? ''} />
        {people.length > 0 && (
          <ul className="adm-items" aria-label={words.known.found}>
            {people.map((person) => (
              <li key={person.id}>
                <button type="submit" className="btn-text" name="use" value={person.id}>
                  <bdi>{person.name}</bdi>
                </button>{' '}
                <span className="hint">{contactInLine(person)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

const typingPauseMs = 300

/** Posts what is searched, since no URL may name a patient. The answer to the form replaces what was found before. */
function usePatientSearch(posted: Known) {
  const { data, submit } = useFetcher<{ page?: { known: Known } }>()
  const [before, setBefore] = useState({ posted, data })
  if (before.posted !== posted) setBefore({ posted, data })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const [isLost, setLost] = useState(false)
  // Not only once React has drawn the search: without a connection it may be lost before that.
  const searching = useRef(0)
  useEffect(() => onLostRequest(({ isPost }) => isPost && searching.current > 0 && setLost(true)), [])
  async function post(known: string) {
    searching.current += 1
    await submit({ intent: 'find', known }, { method: 'post' }).finally(() => (searching.current -= 1))
  }
  function search(known: string, afterMs = 0) {
    clearTimeout(timer.current)
    setLost(false)
    timer.current = setTimeout(() => void post(known), afterMs)
  }
  return { found: data === before.data ? undefined : data?.page?.known, isLost, search }
}

function describeResult(searched: string | undefined, people: ListedPatient[]) {
  if (searched === undefined || people.length > 0) return undefined
  return isSearchable(searched) ? words.known.none : words.known.tooShort
}
