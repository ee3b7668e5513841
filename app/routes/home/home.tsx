import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { findServiceId } from '#app/domain/catalogue/services.ts'
import { signUpForm } from '#app/domain/newsletter/subscriber.ts'
import { subscribe } from '#app/domain/newsletter/subscribers.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { servicesContext } from '#app/http/context.ts'
import { setFlash, takeFlash } from '#app/http/flash.ts'
import { getNextFree } from '#app/http/next-free.server.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { submitPublicForm } from '#app/http/public-form.server.ts'
import { useSite } from '#app/http/site.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { loginPage } from '#content/pages/login.ts'
import { newsletter } from '#content/pages/newsletter.ts'
import { profilePage } from '#content/pages/profile.ts'
import { HomePage } from './home-page.tsx'

export const handle = contentPage({ shows: ['catalogue', 'booking'] })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [nextFree] = (await getNextFree(context, [findServiceId(undefined)])) ?? []
  return { nextFree, ...getMessages({ request, context }) }
}

type LoaderInput = Pick<LoaderFunctionArgs, 'request' | 'context'>

/** Flash messages, each for its part of the page. */
function getMessages({ request, context }: LoaderInput): { newsletter: FormState; notice?: string } {
  const flash = takeFlash(request, context, ['newsletter-subscribed', 'account-to-confirm', 'account-deleted'])
  if (flash === 'account-to-confirm') return { newsletter: {}, notice: loginPage.signUp.sent }
  if (flash === 'account-deleted') return { newsletter: {}, notice: profilePage.remove.done }
  return { newsletter: flash ? { notice: newsletter.success, advice: getConfirmAdvice(context) } : {} }
}

function getConfirmAdvice(context: LoaderFunctionArgs['context']) {
  const { confirmSignUps, emailsLeave } = context.get(servicesContext)
  if (!confirmSignUps) return undefined
  return emailsLeave ? newsletter.confirm.byEmail : newsletter.confirm.kept
}

/** Stores the subscriber with the welcome email, then returns to the form with the thanks. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { button, failure, tryLater } = newsletter
  const form = { schema: signUpForm, button, failure: failure(tryLater) }
  return submitPublicForm(context, await typedFields(request), form, async ({ email }, sender) => {
    const subscribed = await subscribe(context.get(servicesContext), { email, sender, now: Date.now() })
    if (!subscribed.ok) return subscribed
    setFlash(context, 'newsletter-subscribed')
    return redirect(`/#${outcomeId}`, 303)
  })
}

export default function Home() {
  const { notice, nextFree, ...loaded } = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState }>()
  return (
    <HomePage site={useSite()} notice={notice} nextFree={nextFree} newsletter={posted?.form ?? loaded.newsletter} />
  )
}
