import type { KnownPerson } from '#app/domain/booking/known-person.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { adminBook } from '#content/pages/admin-appointments.ts'

const { known: words } = adminBook

export type Known = { typed: string; people: KnownPerson[] }

type KnownPeopleProps = { action: string; serviceId: string; known: Known | undefined }

/** Who was here before is found by name or phone, in each pause of typing or at a press. */
export function KnownPeople({ action, serviceId, known }: KnownPeopleProps) {
  return (
    <section aria-labelledby="known-heading" className="stack">
      <h2 id="known-heading">{words.heading}</h2>
      <form className="adm-bar" method="post" action={action} data-enhance noValidate>
        <input type="hidden" name="service" value={serviceId} />
        <Field
          label={words.label}
          name="known"
          type="search"
          autoComplete="off"
          optional
          defaultValue={known?.typed}
          data-press="find-known"
          data-press-typing
        />
        <Button kind="line" name="intent" value="find" id="find-known" data-live-only>
          {words.find}
        </Button>
      </form>
      <div id="known-people" data-live>
        {known && known.people.length === 0 && <p role="status">{words.none}</p>}
        {known && known.people.length > 0 && (
          <form method="post" action={`${action}#widget`}>
            <input type="hidden" name="service" value={serviceId} />
            <ul className="adm-items" aria-label={words.found}>
              {known.people.map(({ id, name, phone, email }) => (
                <li key={id}>
                  <button type="submit" className="btn-text" name="use" value={id}>
                    <bdi>{name}</bdi>
                  </button>{' '}
                  <span className="hint">{[phone, email].filter(Boolean).join(', ')}</span>
                </li>
              ))}
            </ul>
          </form>
        )}
      </div>
    </section>
  )
}
