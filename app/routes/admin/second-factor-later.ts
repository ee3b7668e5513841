import { redirect } from 'react-router'
import { postponeSecondFactor } from '#app/domain/accounts/second-factor-card.server.ts'
import { orServiceUnavailable } from '#app/http/service-unavailable.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import type { Route } from './+types/second-factor-later.ts'

export const loader = () => redirect('/admin')

export async function action({ request, context }: Route.ActionArgs) {
  return orServiceUnavailable(request, context, async () => {
    await postponeSecondFactor(context.get(servicesContext), getActor(context), Date.now())
    return redirect('/admin', 303)
  })
}
