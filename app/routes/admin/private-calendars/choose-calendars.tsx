import type { OfferedCalendars } from '#app/domain/private-calendars/choose-calendars.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { privateCalendars } from '#content/pages/private-calendars.ts'

const words = privateCalendars.choose

type Account = OfferedCalendars & { id: string; person: string; host: string }

/** Which calendars of each account block hours. */
export const ChooseCalendars = ({ accounts }: { accounts: Account[] }) => (
  <section className="panel stack adm-read" aria-labelledby="choose">
    <h2 id="choose">{words.heading}</h2>
    <p className="hint">{words.hint}</p>
    {accounts.map((account) => (
      <AccountForm key={account.id} {...account} />
    ))}
  </section>
)

/** Calendars that its server names only now stay as they are. */
const AccountForm = ({ id, person, host, calendars, readsNew }: Account) => (
  <ActionForm className="stack">
    <input type="hidden" name="calendar" value={id} />
    <input type="hidden" name="shown" value={calendars.map(({ key }) => key).join(' ')} />
    <fieldset className="content-set">
      <legend>{words.of(person, host)}</legend>
      {calendars.map(({ key, name, isRead }) => (
        <Checkbox key={key} id={`${id}-${key}`} name={`read.${key}`} label={name} defaultChecked={isRead} />
      ))}
      <Checkbox id={`${id}-later`} name="later" label={words.later} defaultChecked={readsNew} />
    </fieldset>
    <IntentButton
      intent="choose"
      text={words.button}
      kind="line"
      small
      aria-label={words.buttonOf(words.of(person, host))}
    />
  </ActionForm>
)
