import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { z } from 'zod'
import { correctPatientEmail } from '#app/domain/booking/correct-appointment.server.ts'
import { correctCustomerEmail } from '#app/domain/orders/change-order.server.ts'
import { findCorrectable } from '#app/domain/outbox/correct-address.server.ts'
import { handleFailedEmail, retryEmail } from '#app/domain/outbox/failed-emails.server.ts'
import { findEmail, isForRecipientOnly } from '#app/domain/outbox/stored-email.server.ts'
import { emailAddress } from '#app/domain/shared/email-address.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { emailAbout } from '#app/domain/today/today.server.ts'
import { requireId } from '#app/http/require-id.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { setFlash, takeFlash } from '#app/http/flash.ts'
import { checkFields, typedFields } from '#app/http/parse-form.ts'
import { loadOr404 } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { type FormAnswer, formError, showForm, submitIntent } from '#app/http/submit.server.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { EmailPage } from '#app/ui/admin/mail/email-page.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { adminEmail as words } from '#content/pages/admin-mail.ts'
import { emailView } from './email-view.ts'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = requireId(params.id)
  const { database, emailsLeave, config } = context.get(servicesContext)
  const { email, about } = await loadOr404(context, async () => {
    const email = await findEmail(database, id)
    return email && { email, about: await emailAbout(database, email) }
  })
  const isSecret = isForRecipientOnly(email, { emailsLeave, adminEmail: config.admin.email })
  const canCorrect = about !== undefined && email.state === 'failed' && findCorrectable(email) !== undefined
  return {
    ...emailView(email, { about, isSecret, keptDays: config.emailBodyRetentionDays }),
    canCorrect,
    form: takeNotice(request, context),
  }
}

function takeNotice(request: Request, context: LoaderFunctionArgs['context']): FormState {
  const flash = takeFlash(request, context, ['email-retried', 'email-handled', 'email-address-corrected'])
  return flash ? { notice: notices[flash] } : {}
}

const notices = {
  'email-retried': words.retry.done,
  'email-handled': words.handle.done,
  'email-address-corrected': words.correct.done,
}

const addressForm = z.object({ email: emailAddress })

export async function action({ params, request, context }: ActionFunctionArgs) {
  const id = requireId(params.id)
  const typed = await typedFields(request)
  const services = context.get(servicesContext)
  const done = (flash: keyof typeof notices, isDone: boolean) => {
    if (!isDone) return formError(409, words.notFailed)
    setFlash(context, flash)
    return redirect(`/admin/mail/${id}#${outcomeId}`, 303)
  }
  return submitIntent<FormAnswer>(context, typed, {
    retry: async () => done('email-retried', await retryEmail(services, getActor(context), id)),
    handle: async () =>
      done('email-handled', await handleFailedEmail(services, getActor(context), { id, now: Date.now() })),
    async correct() {
      const checked = checkFields(typed, addressForm)
      if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
      return done('email-address-corrected', await correctAddress(context, id, checked.values.email))
    },
  })
}

/** Corrects the address of the order or appointment, and resends every email that bounced. */
async function correctAddress(context: ActionFunctionArgs['context'], id: string, email: string) {
  const services = context.get(servicesContext)
  const failed = await findEmail(services.database, id)
  const about = failed && findCorrectable(failed)
  if (!about) return false
  const correction = { emailId: id, email }
  return 'orderId' in about
    ? correctCustomerEmail(services, getActor(context), { ...correction, ...about })
    : correctPatientEmail(services, getActor(context), { ...correction, ...about })
}

export default function Email() {
  const { title, form, ...view } = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState } | null>()
  return (
    <AdminPage title={title} clinic={useSite().clinic}>
      <EmailPage {...view} form={posted?.form ?? form} />
    </AdminPage>
  )
}
