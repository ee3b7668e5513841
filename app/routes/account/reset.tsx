import '#app/ui/styles/shop-and-booking.css'
import { resetForm } from '#app/domain/accounts/account-forms.server.ts'
import { readResetLink } from '#app/domain/accounts/account-links.ts'
import { resetPassword } from '#app/domain/accounts/reset-password.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { redirectWithFlash } from '#app/http/flash.ts'
import { rememberDevice, getLoginClient } from '#app/http/known-device.server.ts'
import { workPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { showForm, submitForm } from '#app/http/submit.server.ts'
import { useSite } from '#app/http/site.ts'
import { PasswordField } from './parts/password-field.tsx'
import { SplitPage } from './parts/split-page.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { loginPage, resetPage as words } from '#content/pages/login.ts'
import { getPasswordRules, loadLink, showRejected } from './password-forms.server.ts'
import type { Route } from './+types/reset.ts'

export const handle = workPage()

export const loader = ({ params: { token }, context }: Route.LoaderArgs) =>
  loadLink(context, async ({ signer, signIn }) => {
    const id = readResetLink(signer, token)
    return id && signIn.findReset(id, Date.now())
  })

export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const typed = await typedFields(request)
  const services = context.get(servicesContext)
  const resetId = readResetLink(services.signer, token)
  const form = { schema: resetForm, failure: words.failure }
  return submitForm(context, typed, form, async ({ password }) => {
    const reset = await resetPassword(services, {
      resetId: resetId ?? '',
      password,
      getClient: (email) => getLoginClient(request, context, email),
      rules: getPasswordRules(context),
      from: context.get(pageContext).clientAddress,
      now: Date.now(),
    })
    if (reset.ok) {
      rememberDevice(request, context, reset.email)
      return redirectWithFlash(context, '/login', { text: loginPage.changed })
    }
    // The loader runs next and shows that the link no longer works.
    return reset.reason === 'gone' ? showForm({}, 404, {}) : showRejected(context, typed, reset)
  })
}

export default function Reset({ loaderData: { works, ...loaded }, actionData }: Route.ComponentProps) {
  const site = useSite()
  const { form = {} } = actionData ?? {}
  const texts = loaded.texts.reset
  const { title, text } = works ? texts : texts.gone
  return (
    <SplitPage site={site} path="/login/reset" id="reset" seo={texts.seo} title={title} text={text}>
      {works ? (
        <>
          <FormOutcome form={form} />
          <ActionForm noValidate offline={loginPage.offline(site.clinic)}>
            <PasswordField label={words.field} kind="new-password" hint={words.hint} form={form} />
            <Button wide>{words.button}</Button>
          </ActionForm>
        </>
      ) : (
        <p>
          <ButtonLink to="/login/forgot">{texts.gone.again}</ButtonLink>
        </p>
      )}
    </SplitPage>
  )
}
