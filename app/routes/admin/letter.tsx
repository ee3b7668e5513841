import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { z } from 'zod'
import { handleFailedLetter, retryLetter } from '#app/domain/outbox/failed-letters.server.ts'
import { findLetter, isForRecipientOnly } from '#app/domain/outbox/kept-letter.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { letterAbout } from '#app/domain/today/today.server.ts'
import { askedId } from '#app/http/asked-id.ts'
import { act, refusal } from '#app/http/act.server.ts'
import { adminOf } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { setFlash, takeFlash } from '#app/http/flash.ts'
import { typedFields } from '#app/http/parse-form.ts'
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
  return {
    ...letterView(letter, { about, isSecret, keptDays: config.emailBodyRetentionDays }),
    form: doneBefore(request, context),
  }
}

function doneBefore(request: Request, context: LoaderFunctionArgs['context']): FormState {
  const flash = takeFlash(request, context, ['letter-retried', 'letter-handled'])
  if (!flash) return {}
  return { notice: flash === 'letter-retried' ? words.retry.done : words.handle.done }
}

const wish = z.object({ act: z.enum(['retry', 'handle']) })

export async function action({ params, request, context }: ActionFunctionArgs) {
  const id = askedId(params.id)
  const asked = wish.safeParse(await typedFields(request))
  if (!asked.success) return data(null, { status: 400 })
  const services = context.get(servicesContext)
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
