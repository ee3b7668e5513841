import { contactForm } from '#app/domain/contact/contact-form.server.ts'
import { sendMessage } from '#app/domain/contact/messages.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { redirectWithFlash, takeFlash } from '#app/http/flash.ts'
import { getMapUrl } from '#app/http/hosted-services.ts'
import { readPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { prefill } from '#app/http/prefill.server.ts'
import { submitPublicForm } from '#app/http/public-form.server.ts'
import { useSite } from '#app/http/site.ts'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { medicalBusiness } from '#app/ui/site/structured-data.ts'
import { contactPage as words } from '#content/pages/contact.ts'
import { ContactForm } from './contact-form.tsx'
import { Hours, Practical, Reach, Urgent } from './contact-sections.tsx'
import { MapPanel } from './map-panel.tsx'
import type { Route } from './+types/contact.ts'

export const handle = readPage()

/** Only with `?map=show` may the page frame the map's company. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { config, clinic, content } = context.get(servicesContext)
  const facts = clinic.facts(Date.now())
  const url = getMapUrl(config, facts)
  const shown = new URL(request.url).searchParams.get('map') === 'show'
  if (shown) context.get(pageContext).allowFrame(url)
  const flash = takeFlash(request, context, '/contact')
  const form: FormState = flash ? { notice: flash.text } : { values: await prefill(request, context) }
  return {
    page: content.read('contact', facts),
    map: { shown, url, bySetting: config.mapEmbedUrl !== undefined },
    form,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { button, failure } = words.write
  const form = { schema: contactForm, button, failure }
  return submitPublicForm(context, await typedFields(request), form, async (message, sender) => {
    const sent = await sendMessage(context.get(servicesContext), { message, sender, now: Date.now() })
    if (!sent.ok) return sent
    return redirectWithFlash(context, '/contact', { text: words.write.success })
  })
}

export default function Contact({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { page, form, map } = loaderData
  const site = useSite()
  const { clinic } = site
  return (
    <>
      <PageTop page={page} site={site} path="/contact" jsonLd={[medicalBusiness(site)]} />
      <Reach page={page} clinic={clinic} />
      <div className="wrap cols two contact">
        {/* The note is close to the form, so that a visitor in an emergency sees it. */}
        <div className="stack">
          <ContactForm page={page} clinic={clinic} form={posted?.form ?? form} />
          <Urgent page={page} emergency={site.texts.emergency} />
        </div>
        <div className="stack">
          <Hours page={page} clinic={clinic} />
          <MapPanel page={page} {...map} />
          <Practical page={page} clinic={clinic} />
        </div>
      </div>
    </>
  )
}
