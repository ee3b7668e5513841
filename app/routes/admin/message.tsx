import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { z } from 'zod'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { handleMessage, findInboxMessage } from '#app/domain/contact/inbox.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { requireId } from '#app/http/require-id.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { setFlash, takeFlash } from '#app/http/flash.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { loadOr404 } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { actOn } from '#app/http/submit.server.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { MessagePage } from '#app/ui/admin/messages/message-page.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { adminMessage as words, adminMessages } from '#content/pages/admin-messages.ts'

/** Opening a message changes nothing; only the button marks it as handled. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = requireId(params.id)
  const { database } = context.get(servicesContext)
  const message = await loadOr404(context, () => findInboxMessage(database, id))
  const { name, email, text, sentAt, handledAt } = message
  const formatMoment = (at: number) => formatClinicMoment(at, clinicTimeZone)
  return {
    name,
    message: { email, text },
    sent: formatMoment(sentAt),
    handled: handledAt === undefined ? undefined : formatMoment(handledAt),
    form: takeNotice(request, context),
  }
}

function takeNotice(request: Request, context: LoaderFunctionArgs['context']): FormState {
  const flash = takeFlash(request, context, ['message-handled', 'message-reopened'])
  if (!flash) return {}
  return { notice: flash === 'message-handled' ? words.handle.done : words.reopen.done }
}

const messageForm = z.object({ handled: z.enum(['yes', 'no']) })

export async function action({ params, request, context }: ActionFunctionArgs) {
  const id = requireId(params.id)
  const checked = messageForm.safeParse(await typedFields(request))
  if (!checked.success) return data(null, { status: 400 })
  const handled = checked.data.handled === 'yes'
  return actOn(context, async () => {
    const isThere = await handleMessage(context.get(servicesContext), getActor(context), {
      id,
      handled,
      now: Date.now(),
    })
    if (!isThere) return data(null, { status: 404 })
    setFlash(context, handled ? 'message-handled' : 'message-reopened')
    return redirect(`/admin/messages/${id}#${outcomeId}`, 303)
  })
}

export default function Message() {
  const { clinic } = useSite()
  const { name, form, ...view } = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState } | null>()
  return (
    <AdminPage title={words.heading(name)} documentTitle={adminMessages.title} clinic={clinic}>
      <MessagePage {...view} form={posted?.form ?? form} clinicName={clinic.name} />
    </AdminPage>
  )
}
