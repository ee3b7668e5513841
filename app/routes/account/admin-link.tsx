import '#app/ui/styles/shop-and-booking.css'
import { data, redirect } from 'react-router'
import { resetForm } from '#app/domain/accounts/account-forms.server.ts'
import { consumeAdminLink, isAdminLinkValid } from '#app/domain/accounts/admin-link.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { readPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import { showForm, submitForm } from '#app/http/submit.server.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { adminLinkPage as words } from '#content/pages/admin-security.ts'
import { PasswordField } from './parts/password-field.tsx'
import { SplitPage } from './parts/split-page.tsx'
import { getPasswordRules, showRejected, startSession } from './password-forms.server.ts'
import type { Route } from './+types/admin-link.ts'

export const handle = readPage()

/** The target of the operator's link. Opening it changes nothing. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const { database, config } = context.get(servicesContext)
  const { email } = config.admin
  const works = await loadOr503(context, () => isAdminLinkValid(database, token, email, Date.now()))
  return data({ works, email: works ? email : '' }, { status: works ? 200 : 404 })
}

/** Verifies the address, replaces the password, and signs in. */
export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const typed = await typedFields(request)
  const form = { schema: resetForm, failure: words.failure }
  return submitForm(context, typed, form, async ({ password }) => {
    const from = context.get(pageContext).clientAddress
    const link = { token, password, rules: getPasswordRules(context), from, now: Date.now() }
    const services = context.get(servicesContext)
    const used = await consumeAdminLink(services, link)
    if (used.ok) {
      const session = await startSession(request, context, { email: services.config.admin.email, password })
      return redirect(session.ok ? '/admin' : '/login', 303)
    }
    // The loader runs next and shows that the link no longer works.
    return used.reason === 'gone' ? showForm({}, 404, {}) : showRejected(context, typed, used)
  })
}

export default function AdminLink({ loaderData: { works, email }, actionData }: Route.ComponentProps) {
  const site = useSite()
  const { form = {} } = actionData ?? {}
  const { seo, field, hint, button, gone } = words
  const { title, text } = works ? { title: words.title, text: words.text(email) } : gone
  return (
    <SplitPage site={site} path="/login/admin" id="admin-link" seo={seo} title={title} text={text}>
      {works && (
        <>
          <FormOutcome form={form} />
          <form method="post" action={`#${outcomeId}`} noValidate>
            <input type="hidden" name="username" autoComplete="username" value={email} />
            <PasswordField label={field} kind="new-password" hint={hint} form={form} />
            <Button wide>{button}</Button>
          </form>
        </>
      )}
    </SplitPage>
  )
}
