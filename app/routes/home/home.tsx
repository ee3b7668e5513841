import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { signUpForm } from '#app/domain/newsletter/subscriber.ts'
import { subscribe } from '#app/domain/newsletter/subscribers.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { setFlash, takeFlash } from '#app/http/flash.ts'
import { limitedClient } from '#app/http/limited-client.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { parseForm } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import type { NewsletterFormState } from '#app/ui/site/newsletter-form.tsx'
import { newsletter } from '#content/pages/newsletter.ts'
import { HomePage } from './home-page.tsx'

export const handle = contentPage({ shows: ['catalogue', 'booking'] })

export function loader({ request, context }: LoaderFunctionArgs): { newsletter: NewsletterFormState } {
  const flash = takeFlash(request, context, ['newsletter-subscribed'])
  return { newsletter: flash ? { notice: newsletter.success } : {} }
}

/** The newsletter form: stored together with the welcome letter, then back to the form with the thanks. */
export async function action({ request, context }: ActionFunctionArgs) {
  const services = context.get(servicesContext)
  const form = await parseForm(request, signUpForm)
  if (!form.ok) return data({ newsletter: { fieldError: form.errors.email, values: form.typed } }, { status: 400 })
  const { email, website } = form.values
  try {
    // A program filled in the field that nobody sees: it gets the same thanks, and nothing happens.
    if (!website) {
      const subscribed = await subscribe(services, { email, client: limitedClient(context), now: Date.now() })
      if (!subscribed.ok) return failure(form.values, 429)
    }
  } catch (err) {
    services.log.error({ err, requestId: context.get(pageContext).requestId }, 'a subscription could not be stored')
    return failure(form.values, 503)
  }
  setFlash(context, 'newsletter-subscribed')
  return redirect('/#newsletter', 303)
}

const failure = (values: { email: string }, status: number) =>
  data({ newsletter: { error: newsletter.failure(newsletter.tryLater), values } }, { status })

export default function Home() {
  const loaded = useLoaderData<typeof loader>()
  const posted = useActionData<{ newsletter: NewsletterFormState }>()
  return <HomePage site={useSite()} newsletter={posted?.newsletter ?? loaded.newsletter} />
}
