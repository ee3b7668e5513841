import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { contactForm } from '#app/domain/contact/message.ts'
import { sendMessage } from '#app/domain/contact/messages.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { setFlash, takeFlash } from '#app/http/flash.ts'
import { getMapUrl } from '#app/http/hosted-services.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { prefill } from '#app/http/prefill.server.ts'
import { submitPublicForm } from '#app/http/public-form.server.ts'
import { useSite } from '#app/http/site.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { contactPage } from '#content/pages/contact.ts'
import { ContactPage } from './contact-page.tsx'

export const handle = contentPage()

/** `?map=show` is the visitor asking for the map: only that answer may frame its company. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { config, clinic } = context.get(servicesContext)
  const mapUrl = getMapUrl(config, clinic.facts(Date.now()))
  const mapShown = new URL(request.url).searchParams.get('map') === 'show'
  if (mapShown) context.get(pageContext).allowFrame(mapUrl)
  const form: FormState = takeFlash(request, context, ['message-sent'])
    ? { notice: contactPage.write.success }
    : { values: await prefill(request, context) }
  return { mapShown, mapUrl, mapBySetting: config.mapEmbedUrl !== undefined, form }
}

/** The message form: stored together with the email to the clinic, then back to the form with the news. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { button, failure } = contactPage.write
  const form = { schema: contactForm, button, failure }
  return submitPublicForm(context, await typedFields(request), form, async (message, sender) => {
    const sent = await sendMessage(context.get(servicesContext), { message, sender, now: Date.now() })
    if (!sent.ok) return sent
    setFlash(context, 'message-sent')
    return redirect(`/contact#${outcomeId}`, 303)
  })
}

export default function Contact() {
  const { form, ...map } = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState }>()
  return <ContactPage site={useSite()} form={posted?.form ?? form} {...map} />
}
