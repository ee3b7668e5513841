import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { z } from 'zod'
import { correctPatientEmail } from '#app/domain/booking/correct.server.ts'
import { correctBuyerEmail } from '#app/domain/orders/correct-buyer.server.ts'
import { addressedAbout } from '#app/domain/outbox/correct-address.server.ts'
import { handleFailedLetter, retryLetter } from '#app/domain/outbox/failed-letters.server.ts'
import { findLetter, isForRecipientOnly } from '#app/domain/outbox/kept-letter.server.ts'
import { emailAddress } from '#app/domain/shared/email-address.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { letterAbout } from '#app/domain/today/today.server.ts'
import { askedId } from '#app/http/asked-id.ts'
import { act, refusal } from '#app/http/act.server.ts'
import { adminOf } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { setFlash, takeFlash } from '#app/http/flash.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { findForPage } from '#app/http/read-for-page.ts'
import { useSite } from '#app/http/site.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { LetterPage } from '#app/ui/admin/mail/letter-page.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { adminLetter as words, adminMail } from '#content/pages/admin-mail.ts'
import { letterView } from './letter-view.ts'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = askedId(params.id)
  const { database, lettersLeave, config } = context.get(servicesContext)
  const { letter, about } = await findForPage(context, async () => {
    const letter = await findLetter(database, id)
    return letter && { letter, about: await letterAbout(database, letter) }
  })
  const isSecret = isForRecipientOnly(letter, { lettersLeave, adminEmail: config.admin.email })
  const canCorrect = about !== undefined && letter.state === 'failed' && addressedAbout(letter) !== undefined
  return {
    ...letterView(letter, { about, isSecret, keptDays: config.emailBodyRetentionDays }),
    canCorrect,
    form: doneBefore(request, context),
  }
}

function doneBefore(request: Request, context: LoaderFunctionArgs['context']): FormState {
  const flash = takeFlash(request, context, ['letter-retried', 'letter-handled', 'letter-readdressed'])
  return flash ? { notice: dones[flash] } : {}
}

const dones = {
  'letter-retried': words.retry.done,
  'letter-handled': words.handle.done,
  'letter-readdressed': words.correct.done,
}

const wish = z.object({ act: z.enum(['retry', 'handle', 'correct']) })
const addressForm = z.object({ email: emailAddress })

export async function action({ params, request, context }: ActionFunctionArgs) {
  const id = askedId(params.id)
  const typed = await typedFields(request)
  const asked = wish.safeParse(typed)
  if (!asked.success) return data(null, { status: 400 })
  const services = context.get(servicesContext)
  if (asked.data.act === 'correct') return correct(context, id, typed)
  const isRetry = asked.data.act === 'retry'
  return act(context, async () => {
    const done = isRetry
      ? await retryLetter(services, adminOf(context), id)
      : await handleFailedLetter(services, adminOf(context), { id, now: Date.now() })
    if (!done) return refusal(409, words.notFailed)
    setFlash(context, isRetry ? 'letter-retried' : 'letter-handled')
    return redirect(`/admin/mail/${id}#${outcomeId}`, 303)
  })
}

/** The address where it is kept, and with it whatever did not arrive. */
async function correct(context: ActionFunctionArgs['context'], id: string, typed: Typed) {
  const services = context.get(servicesContext)
  const checked = checkFields(typed, addressForm)
  if (!checked.ok) return data({ form: { values: typed, fieldErrors: checked.errors } as FormState }, { status: 400 })
  return act(
    context,
    async () => {
      const letter = await findLetter(services.database, id)
      const about = letter && addressedAbout(letter)
      if (!about) return refusal(409, words.notFailed)
      const wished = { letterId: id, email: checked.values.email }
      const corrected =
        'orderId' in about
          ? await correctBuyerEmail(services, adminOf(context), { ...wished, ...about })
          : await correctPatientEmail(services, adminOf(context), { ...wished, ...about })
      if (!corrected) return refusal(409, words.notFailed)
      setFlash(context, 'letter-readdressed')
      return redirect(`/admin/mail/${id}#${outcomeId}`, 303)
    },
    typed,
  )
}

export default function Letter() {
  const { clinic } = useSite()
  const { title, form, ...view } = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState } | null>()
  return (
    <AdminPage page={{ title, seo: { ...adminMail.seo, title } }} clinic={clinic}>
      <LetterPage {...view} form={posted?.form ?? form} />
    </AdminPage>
  )
}
