import { redirect } from 'react-router'
import { confirmForm } from '#app/domain/accounts/account-forms.server.ts'
import { checkPassword } from '#app/domain/accounts/check-password.server.ts'
import { eraseOwnHealth, replaceOwnHealth } from '#app/domain/booking/health.server.ts'
import { healthForm } from '#app/domain/booking/forms/patient-forms.server.ts'
import { patientActor } from '#app/domain/audit/patient-actor.ts'
import type { RequestKind } from '#app/domain/patients/data-request.ts'
import { addRequest, requestText } from '#app/domain/patients/data-requests.server.ts'
import type { OwnSubject } from '#app/domain/person-export/open-data.server.ts'
import { pageContext, type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectWithFlash } from '#app/http/flash.ts'
import { getLoginClient } from '#app/http/known-device.server.ts'
import { checkFields, typedFields } from '#app/http/parse-form.ts'
import { isId } from '#app/http/require-id.ts'
import { type FormAnswer, formError, showForm, submitForm, submitIntent } from '#app/http/submit.server.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import { loginPage } from '#content/pages/login.ts'
import { myDataPage as words } from '#content/pages/my-data.ts'
import { z } from 'zod'
import { endGrant, findAccess, grantToAccount } from './grant.server.ts'

const correctionForm = z.object({ correction: requestText })

/** The forms of the page, by the button pressed. Each finds out anew whose data this browser may open. */
export async function receiveMyData(request: Request, context: RequestContext) {
  const typed = await typedFields(request)
  const services = context.get(servicesContext)
  const now = Date.now()
  const failure = words.failure(services.clinic.facts(now))

  const withSubject = async (work: (subject: OwnSubject) => Promise<FormAnswer>): Promise<FormAnswer> => {
    const access = await findAccess(request, context, now)
    return access.kind === 'open' ? work(access.subject) : showForm(typed, 403, { error: words.refused.over })
  }
  const ask = (kind: RequestKind, text?: string) =>
    withSubject(async ({ recordId: patientId }) => {
      const id = typed.request ?? ''
      if (!patientId || !isId(id)) return formError(409, words.refused.gone, typed)
      const asked = { id, patientId, kind, way: 'online' as const, text, receivedAt: now }
      const added = await addRequest(services, patientActor, asked)
      // A second press asks for nothing more.
      if (!added.ok && added.reason === 'gone') return formError(409, words.refused.gone, typed)
      return done(context, 'asked')
    })
  /** An appointment of this person. */
  const withAppointment = (work: (own: { id: string; address: string }) => Promise<FormAnswer>) =>
    withSubject(async ({ appointmentIds, address }) => {
      const id = typed.appointment ?? ''
      return appointmentIds.includes(id) ? work({ id, address }) : formError(409, words.refused.gone, typed)
    })

  return submitIntent(
    context,
    typed,
    {
      open: () => open(request, context, typed, now),
      async close() {
        endGrant(context)
        return done(context, 'closed')
      },
      correct: async () => {
        const checked = checkFields(typed, correctionForm)
        if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
        return ask('correction', checked.values.correction)
      },
      erase: () => ask('erasure'),
      health: () =>
        withAppointment(async (own) => {
          const checked = checkFields(typed, healthForm)
          if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
          const answer = { ...own, text: checked.values.health }
          await services.database.transaction((tx) => replaceOwnHealth({ ...services, tx }, answer))
          return done(context, 'health')
        }),
      'erase-health': () =>
        withAppointment(async (own) => {
          await services.database.transaction((tx) => eraseOwnHealth({ ...services, tx }, own))
          return done(context, 'health-erased')
        }),
    },
    { failure },
  )
}

const done = (context: RequestContext, what: keyof typeof words.done) =>
  redirectWithFlash(context, '/my-data', { text: words.done[what] })

/** With the password of the account in which this browser is signed in. */
async function open(request: Request, context: RequestContext, typed: Record<string, string>, now: number) {
  const services = context.get(servicesContext)
  const form = {
    schema: confirmForm,
    failure: words.failure(services.clinic.facts(now)),
    tooMany: loginPage.login.tooMany,
  }
  return submitForm(context, typed, form, async ({ password }) => {
    const who = await getSignedIn(request, context)
    // The password alone would be less than what the sign-in asks for.
    if (!who || who.hasSecondFactor) return showForm({}, 403, { error: words.refused.over })
    const { accountId, email } = who
    const client = getLoginClient(request, context, email)
    const known = await checkPassword(services, { accountId, password, client, now })
    if (known.ok) {
      grantToAccount(context, who, now)
      return redirect('/my-data', 303)
    }
    if (known.reason === 'too-many') return known
    if (known.reason === 'wrong') return showForm({}, 400, { fieldErrors: { password: words.closed.confirm.wrong } })
    context.get(pageContext).retryAfter(2)
    return showForm({}, 503, { error: loginPage.busy })
  })
}
