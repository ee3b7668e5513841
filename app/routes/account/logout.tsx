import { data, redirect } from 'react-router'
import { logOut } from '#app/domain/accounts/log-in.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { readPage } from '#app/http/page-kind.ts'
import type { Route } from './+types/logout.ts'

export const handle = readPage()

export const loader = () => redirect('/')

/** Redirects to the home page (specification, section 2). */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const page = context.get(pageContext)
  const cookies = await logOut(services, request.headers, page.clientAddress).catch((err: unknown) => {
    services.log.error({ err, requestId: page.requestId }, 'a sign-in could not be ended')
    throw data(null, { status: 503 })
  })
  for (const cookie of cookies) page.setCookie(cookie)
  return redirect('/', 303)
}

/** Never rendered: the action redirects, and the root shows errors. */
export default function Logout() {
  return null
}
