import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { formsOfAppointment as words } from '#content/pages/form.ts'

export type ShownForm = { id: string; name: string; isDue: boolean }

/** First what is still to fill in. Emails lead here. */
export const FormsToFillIn = ({ path, forms }: { path: string; forms: ShownForm[] }) => (
  <section aria-labelledby="forms">
    <h2 id="forms">{words.heading}</h2>
    <ul className="bring">
      {forms.map(({ id, name, isDue }) => (
        <li key={id}>
          {isDue ? (
            <ButtonLink small href={`${path}/forms/${id}`}>
              {words.fillIn(name)}
            </ButtonLink>
          ) : (
            <>
              <Icon name="check" />
              <span>
                {words.done(name)}. <a href={`${path}/forms/${id}`}>{words.see(name)}</a>
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  </section>
)
