import '#app/ui/styles/shop-and-booking.css'
import { data, redirect } from 'react-router'
import { appointmentPath } from '#app/domain/booking/appointment-link.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { sendDataCode, useDataCode } from '#app/domain/booking/data-code.server.ts'
import { findWayIn } from '#app/domain/booking/own-records.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { maskEmail } from '#app/domain/shared/mask-email.ts'
import { findAppointmentByLink } from '#app/http/appointment-by-link.server.ts'
import { clientFingerprint } from '#app/http/client-fingerprint.ts'
import { pageContext, type RequestContext, servicesContext } from '#app/http/context.ts'
import { loadOr404 } from '#app/http/load.ts'
import { readPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import { formError, showForm, submitLimited } from '#app/http/submit.server.ts'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { dataCodePage as words } from '#content/pages/data-code.ts'
import { myDataPage } from '#content/pages/my-data.ts'
import { findAskedCode, grantToPatient, rememberCode } from './grant.server.ts'
import type { Route } from './+types/code.ts'

export const handle = readPage()

const pathOf = (token: string) => `${appointmentPath(token)}/data`

/** The link to an appointment is not enough for what the patient told the clinic: the page asks for an emailed code. */
export async function loader({ params: { token }, request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const { appointment, masked, way } = await loadOr404(context, () => findAppointmentToOpen(context, token))
  return {
    path: pathOf(token),
    back: appointmentPath(token),
    masked,
    way,
    isAsked: masked !== undefined && findAskedCode(request, context, appointment) !== undefined,
  }
}

/** `masked`: where a code can go; undefined where only the clinic can hand out the data, or it has to confirm the address. */
async function findAppointmentToOpen(context: RequestContext, token: string) {
  const { database, emailsLeave, config } = context.get(servicesContext)
  const appointment = await findAppointmentByLink(context, token)
  if (!appointment) return undefined
  const way = await findWayIn({ db: database.db, ownerEmail: config.admin.email }, appointment)
  const isPossible = emailsLeave && (way === 'open' || way === 'prove')
  return { appointment, way, masked: isPossible ? maskEmail(appointment.email) : undefined }
}

export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const typed = await typedFields(request)
  const { clinic } = context.get(servicesContext)
  const failure = myDataPage.failure(clinic.facts(Date.now()))
  return submitLimited(context, typed, { failure }, async () => {
    const found = await findAppointmentToOpen(context, token)
    if (!found?.masked) return data({ form: {} as FormState }, { status: 404 })
    if (typed.intent === 'send') return send(context, found.appointment, token)
    return check(request, context, found.appointment, { token, code: typed.code ?? '' })
  })
}

/** Only ever to the appointment's own address. */
async function send(context: RequestContext, appointment: Appointment, token: string) {
  const limitedAs = clientFingerprint(context, appointment.email)?.address
  const sent = await sendDataCode(context.get(servicesContext), appointment, { now: Date.now(), limitedAs })
  if (!sent.ok) return sent
  rememberCode(context, appointment, sent.codeId)
  return redirect(`${pathOf(token)}#${outcomeId}`, 303)
}

async function check(
  request: Request,
  context: RequestContext,
  appointment: Appointment,
  { token, code }: { token: string; code: string },
) {
  const codeId = findAskedCode(request, context, appointment)
  if (!codeId) return formError(400, words.gone)
  const typed = code.replace(/\D/g, '')
  if (typed === '') return showForm({}, 400, { fieldErrors: { code: words.blank } })
  const now = Date.now()
  const used = await useDataCode(context.get(servicesContext), appointment, { codeId, typed, now })
  if (!used.ok)
    return used.reason === 'wrong'
      ? showForm({ code }, 400, { fieldErrors: { code: words.wrong } })
      : formError(400, words.gone)
  // What was only proved is still to be confirmed.
  const after = await findAppointmentToOpen(context, token)
  if (after?.way !== 'open') return redirect(pathOf(token), 303)
  grantToPatient(context, appointment, now)
  return redirect('/my-data', 303)
}

export default function DataCode({ loaderData, actionData }: Route.ComponentProps) {
  const site = useSite()
  const { path, back, masked, way, isAsked } = loaderData
  const form: FormState = actionData?.form ?? {}
  const action = `${path}#${outcomeId}`
  return (
    <>
      <PageHead site={site} path="/my-data" title={words.seo.title} description={words.seo.description} noindex />
      <div className="wrap">
        <div className="center-card">
          <h1>{words.title}</h1>
          <p className="lead">{words.lead}</p>
          <FormOutcome form={form} />
          {masked === undefined ? (
            <p>
              <NoBreak text={(way === 'waiting' ? words.waiting : words.call)(site.clinic)} />
            </p>
          ) : (
            <>
              {way === 'prove' && <p>{words.prove}</p>}
              <p>{(isAsked ? words.sent : words.to)(masked)}</p>
              {isAsked && (
                <PostForm className="panel" action={action}>
                  <Field
                    label={words.code}
                    name="code"
                    hint={words.codeHint}
                    inputMode="numeric"
                    autoComplete="one-time-code"
                    maxLength={20}
                    {...fieldState(form, 'code')}
                  />
                  <IntentButton intent="check" text={way === 'prove' ? words.checkOnly : words.check} />
                </PostForm>
              )}
              <PostForm action={action}>
                <IntentButton
                  intent="send"
                  text={isAsked ? words.sendAgain : words.send}
                  kind={isAsked ? 'text' : 'primary'}
                />
              </PostForm>
            </>
          )}
          <p>
            <MoreLink href={back}>{words.back}</MoreLink>
          </p>
        </div>
      </div>
    </>
  )
}
