import '#app/ui/styles/fill-in.css'
import { contactFields } from '#app/domain/patients/patient-fields.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { consentFields } from '#app/domain/text-messages/consent-fields.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { usePoll } from '#app/http/use-poll.ts'
import { Fold } from '#app/ui/admin/fold.tsx'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { ContactField } from '#app/ui/booking/contact-field.tsx'
import { AnswerGroup } from '#app/ui/booking/answer-group.tsx'
import { WishFields } from '#app/ui/booking/wish-fields.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { fieldState, namedField } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { fairness } from '#content/pages/waitlist.ts'
import { receiveWaitlist } from './receive-waitlist.server.ts'
import { readWaitlist } from './waitlist-view.server.ts'
import { waitlistWords as words } from './words.ts'
import type { Route } from './+types/waitlist.ts'

export const loader = ({ context }: Route.LoaderArgs) => readWaitlist(context)

export const action = ({ request, context }: Route.ActionArgs) => receiveWaitlist(request, context)

type View = Route.ComponentProps['loaderData']

export default function Waitlist({ loaderData, actionData }: Route.ComponentProps) {
  const view = usePoll(loaderData)
  const { form = {} }: { form?: FormState } = actionData ?? {}
  const of = (intent: string) => (form.values?.intent === intent ? form : {})
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <p className="muted">{words.lead}</p>
        <FormOutcome form={form} />
        <ProblemSummary form={form} heading="h2" />
        <section className="stack" aria-labelledby="out">
          <h2 id="out">{words.out.heading}</h2>
          {view.offers.length === 0 ? (
            <p className="muted">{words.out.none}</p>
          ) : (
            <Offers {...view} form={of('skip')} />
          )}
        </section>
        <section className="stack" aria-labelledby="list">
          <h2 id="list">{words.list.heading(view.entries.length)}</h2>
          {view.entries.length === 0 ? <p className="empty">{words.list.none}</p> : <Entries {...view} />}
          <p className="hint">{fairness}</p>
        </section>
        {view.mayChange && <OfferHour people={view.people} form={of('offer')} />}
        {view.mayChange && <Add choices={view.choices} consent={view.consent} form={of('add')} />}
      </div>
    </AdminPage>
  )
}

const Offers = ({ offers, mayChange, form }: Pick<View, 'offers' | 'mayChange'> & { form: FormState }) => (
  <Table columns={words.out.columns}>
    {offers.map(({ id, name, phone, time, until, why }) => (
      <tr key={id}>
        <td dir="auto">
          <b>{name}</b> <PhoneLink phone={phone} />
        </td>
        <td className="num">{time}</td>
        <td className="num">{until}</td>
        <td className="muted">{why}</td>
        <td>
          {mayChange && (
            <ActionForm className="row" noValidate>
              <input type="hidden" name="offer" value={id} />
              <Field
                label={words.out.reason}
                id={`why-${id}`}
                autoComplete="off"
                name="why"
                {...(form.values?.offer === id && withoutId(form))}
              />
              <IntentButton intent="skip" kind="text" text={words.out.skip} />
            </ActionForm>
          )}
        </td>
      </tr>
    ))}
  </Table>
)

const withoutId = (form: FormState) => {
  const { defaultValue, error, autoFocus } = fieldState(form, 'why')
  return { defaultValue, autoFocus, ...(error && { error }) }
}

const Entries = ({ entries, mayChange }: Pick<View, 'entries' | 'mayChange'>) => (
  <Table columns={words.list.columns}>
    {entries.map(({ id, place, name, phone, others, wants, since, isPaused, getsTexts }) => (
      <tr key={id}>
        <td className="num">{place}</td>
        <td dir="auto">
          <b>{name}</b> <PhoneLink phone={phone} /> {isPaused && <span className="tag">{words.list.paused}</span>}
          {getsTexts && <span className="tag">{words.list.texts}</span>}
          {others && <bdi className="hint cell-line">{others}</bdi>}
        </td>
        <td>{wants}</td>
        <td className="num muted">{since}</td>
        <td>
          {mayChange && (
            <ActionForm className="row">
              <input type="hidden" name="entry" value={id} />
              {getsTexts && <IntentButton intent="end-texts" kind="text" text={words.list.endTexts} />}
              <IntentButton intent="remove" kind="danger" text={words.list.remove} />
            </ActionForm>
          )}
        </td>
      </tr>
    ))}
  </Table>
)

const OfferHour = ({ people, form }: Pick<View, 'people'> & { form: FormState }) => (
  <Fold summary={words.offer.heading} open={isBegun(form)}>
    <p>{words.offer.text}</p>
    <ActionForm className="stack" noValidate>
      <Field label={words.offer.day} type="date" {...namedField(form, 'day')} />
      <Field label={words.offer.time} autoComplete="off" {...namedField(form, 'time')} />
      <SelectField label={words.offer.person} options={people} {...namedField(form, 'person')} />
      <div className="row">
        <IntentButton intent="offer" text={words.offer.button} />
      </div>
    </ActionForm>
  </Fold>
)

const Add = ({ choices, consent, form }: Pick<View, 'choices' | 'consent'> & { form: FormState }) => (
  <Fold summary={words.add.heading} open={isBegun(form)}>
    <ActionForm className="stack adm-read" noValidate>
      <WishFields {...choices} form={form} />
      {contactFields.map((field) => (
        <ContactField
          key={field.name}
          field={field}
          hint={field.name === 'email' ? words.add.emailHint : undefined}
          {...(field.name === 'email' && { optional: true })}
          {...fieldState(form, field.name)}
        />
      ))}
      {consent && (
        <AnswerGroup
          name={consentFields.offers}
          legend={words.add.texts}
          hint={words.add.readOut(consent.wording)}
          form={form}
        >
          <label>
            <input
              type="checkbox"
              name={consentFields.offers}
              value={consent.version}
              defaultChecked={form.values?.[consentFields.offers] === consent.version}
            />
            <span>{words.add.agrees}</span>
          </label>
        </AnswerGroup>
      )}
      <div className="row">
        <IntentButton intent="add" text={words.add.button} />
      </div>
    </ActionForm>
  </Fold>
)

const isBegun = ({ values }: FormState) => values !== undefined
