import { type ActionFunctionArgs, redirect } from 'react-router'
import { logOut } from '#app/domain/accounts/log-in.server.ts'
import { adminOfRequest } from '#app/http/own-admin.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'

export const loader = () => redirect('/')

/** Leads home, as the specification says (section 2). */
export async function action({ request, context }: ActionFunctionArgs) {
  for (const cookie of await logOut(context.get(servicesContext), request.headers, adminOfRequest(context)))
    context.get(pageContext).setCookie(cookie)
  return redirect('/', 303)
}
