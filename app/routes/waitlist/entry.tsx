import '#app/ui/styles/shop-and-booking.css'
import '#app/ui/styles/fill-in.css'
import { data, redirect } from 'react-router'
import { changeWishes, type Entry, findEntry, isOnList } from '#app/domain/booking/waitlist/entries.server.ts'
import { leaveWaitlist } from '#app/domain/booking/waitlist/offers.server.ts'
import { findOfferConsent, toOfferConsenter } from '#app/domain/booking/waitlist/offer-consents.server.ts'
import { turnOffOfferTexts, turnOnOfferTexts } from '#app/domain/booking/waitlist/offer-texts.server.ts'
import { entryPurpose } from '#app/domain/booking/waitlist/waitlist-link.ts'
import { wishFields } from '#app/domain/booking/waitlist/wish-fields.ts'
import { wishesForm } from '#app/domain/booking/waitlist/wishes-form.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { consentFields } from '#app/domain/text-messages/consent-fields.ts'
import { pageContext, type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectWithFlash, takeNotice } from '#app/http/flash.ts'
import { loadOr503 } from '#app/http/load.ts'
import { readPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { formError, showForm, submitForm, submitIntent } from '#app/http/submit.server.ts'
import { offersTexts } from '#app/http/text-consent.server.ts'
import { useSite } from '#app/http/site.ts'
import { getWishChoices, toWishOptions } from '#app/http/wish-choices.server.ts'
import { TextConsent } from '#app/ui/booking/text-consent.tsx'
import { WishFields } from '#app/ui/booking/wish-fields.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { PageHeading } from '#app/ui/site/page-heading.tsx'
import { waitlistEntryPage as words } from '#content/pages/waitlist.ts'
import { consentWords, offerTexts } from '#content/text-messages.ts'
import type { Route } from './+types/entry.ts'

export const handle = readPage()

/** The signed link is the credential. Nothing about the person is shown but what they wait for. */
export async function loader({ params: { token }, request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const entry = await loadOr503(context, () => findByLink(context, token))
  if (!entry) return data({ path: `/waitlist/${token}`, entry: undefined, form: {} }, { status: 404 })
  const isOn = isOnList(entry)
  return data({
    path: `/waitlist/${token}`,
    entry: { state: entry.state, saved: isOn ? wishFields(entry) : undefined },
    texts: isOn ? await loadOr503(context, () => loadTexts(context, entry)) : undefined,
    choices: getWishChoices(context),
    form: takeNotice(request, context, `/waitlist/${token}`),
  })
}

export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const { failure } = words
  const typed = await typedFields(request)
  const entry = await loadOr503(context, () => findByLink(context, token))
  if (!entry) return data(undefined, { status: 404 })
  const back = () => redirectWithFlash(context, `/waitlist/${token}`, { text: words.change.done })
  return submitIntent(
    context,
    typed,
    {
      change: () =>
        submitForm(context, typed, { schema: wishesForm(toWishOptions(context)), failure }, async (wishes) =>
          (await changeWishes(services, entry.id, wishes)).ok ? back() : formError(409, words.states[entry.state]),
        ),
      async keep() {
        return (await changeWishes(services, entry.id, entry)).ok ? back() : formError(409, words.states[entry.state])
      },
      async texts() {
        if (!offersTexts(context)) return formError(404, failure)
        if (typed[consentFields.offers] !== consentWords.offers.version)
          return showForm(typed, 400, { fieldErrors: { [consentFields.offers]: offerTexts.checkBox } })
        return (await turnOnOfferTexts(services, entry.id, Date.now())).ok ? back() : formError(409, failure)
      },
      async 'end-texts'() {
        await turnOffOfferTexts(services, entry.id, { now: Date.now() })
        return back()
      },
      async leave() {
        await leaveWaitlist(services, entry.id, { now: Date.now() })
        return redirect(`/waitlist/${token}`, 303)
      },
    },
    { failure },
  )
}

/** Undefined where none can be sent. */
async function loadTexts(context: RequestContext, entry: Entry) {
  const { db } = context.get(servicesContext).database
  if (!offersTexts(context) || !toOfferConsenter(entry)) return undefined
  return { isOn: (await findOfferConsent(db, entry)) !== undefined }
}

async function findByLink(context: RequestContext, token: string) {
  const { signer, database } = context.get(servicesContext)
  const id = signer.verifyLink(entryPurpose, token)
  return id === undefined ? undefined : findEntry(database.db, id)
}

export default function WaitlistEntry({ loaderData, actionData: posted }: Route.ComponentProps) {
  const site = useSite()
  const { path, entry } = loaderData
  const form: FormState = posted?.form ?? loaderData.form
  const isOn = entry?.saved !== undefined
  // A post about texts has none of the wishes.
  const isAboutTexts = form.values?.intent === 'texts'
  return (
    <>
      <PageHead site={site} path="/waitlist" {...words.seo} noindex />
      <PageHeading title={words.title} lead={entry ? words.states[entry.state] : words.gone} />
      <div className="wrap sec fill-in">
        <FormOutcome form={form} />
        {entry?.state === 'paused' && (
          <PostForm action={`${path}#${outcomeId}`}>
            <IntentButton intent="keep" text={words.keep} />
          </PostForm>
        )}
        {isOn && 'choices' in loaderData && (
          <section className="stack" aria-labelledby="change">
            <h2 className="h3" id="change">
              {words.change.heading}
            </h2>
            <PostForm action={`${path}#${outcomeId}`}>
              <WishFields {...loaderData.choices} form={isAboutTexts ? {} : form} saved={entry.saved} />
              <IntentButton intent="change" text={words.change.button} />
            </PostForm>
          </section>
        )}
        {isOn && 'texts' in loaderData && loaderData.texts && (
          <section className="stack" aria-labelledby="texts">
            <h2 className="h3" id="texts">
              {offerTexts.heading}
            </h2>
            <PostForm action={`${path}#${outcomeId}`}>
              {loaderData.texts.isOn ? (
                <>
                  <p>{offerTexts.on}</p>
                  <IntentButton intent="end-texts" kind="line" text={offerTexts.end} />
                </>
              ) : (
                <>
                  <TextConsent purpose="offers" clinic={site.clinic} form={isAboutTexts ? form : {}} />
                  <IntentButton intent="texts" kind="line" text={offerTexts.button} />
                </>
              )}
            </PostForm>
          </section>
        )}
        {isOn ? (
          <section className="stack" aria-labelledby="leave">
            <h2 className="h3" id="leave">
              {words.leave.heading}
            </h2>
            <p>{words.leave.text}</p>
            <PostForm action={`${path}#${outcomeId}`}>
              <IntentButton intent="leave" kind="line" text={words.leave.button} />
            </PostForm>
          </section>
        ) : (
          <p>
            <a href="/waitlist">{words.again}</a>
          </p>
        )}
      </div>
    </>
  )
}
