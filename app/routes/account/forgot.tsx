import '#app/ui/styles/shop-and-booking.css'
import { Link } from 'react-router'
import { addressForm } from '#app/domain/accounts/account-forms.server.ts'
import { requestReset } from '#app/domain/accounts/reset-password.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { workPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { submitPublicForm } from '#app/http/public-form.server.ts'
import { showForm } from '#app/http/submit.server.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { useSite } from '#app/http/site.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { forgotPage as words, loginPage } from '#content/pages/login.ts'
import { SplitPage } from './parts/split-page.tsx'
import type { Route } from './+types/forgot.ts'

export const handle = workPage()

export function loader({ context }: Route.LoaderArgs) {
  const { title, lead, noEmail, seo } = getTexts(context, 'password')
  return { texts: { title, lead, noEmail, seo } }
}

/** Forgot Password: the same answer for any address (product decisions, 'Sign-in errors'). */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = await typedFields(request)
  const services = context.get(servicesContext)
  const form = { schema: addressForm, button: words.button, failure: words.failure(words.tryLater), knownAddress: true }
  return submitPublicForm(context, typed, form, async ({ email }, sender) => {
    const requested = await requestReset(services, { email, sender, now: Date.now() })
    if (!requested.ok) return requested
    const advice = services.emailsLeave ? undefined : getTexts(context, 'password').ifNone
    return showForm(typed, 200, { notice: words.success, advice })
  })
}

export default function Forgot({ loaderData: { texts }, actionData }: Route.ComponentProps) {
  const site = useSite()
  const { form = {} } = actionData ?? {}
  // The answer beside it would say the opposite.
  const text = form.advice ? undefined : site.keepsEmails ? texts.noEmail : texts.lead
  return (
    <SplitPage site={site} path="/login/forgot" id="forgot" seo={texts.seo} title={texts.title} text={text}>
      <FormOutcome form={form} />
      <ActionForm noValidate offline={loginPage.offline(site.clinic)}>
        <Field
          label={loginPage.fields.email}
          name="email"
          type="email"
          autoComplete="username"
          {...fieldState(form, 'email')}
        />
        <Button wide>{words.button}</Button>
      </ActionForm>
      <p>
        <Link className="btn-text" to="/login">
          {words.back}
        </Link>
      </p>
    </SplitPage>
  )
}
