import { type ActionFunctionArgs, redirect } from 'react-router'
import { postponeSecondFactor } from '#app/domain/accounts/second-factor-card.server.ts'
import { orServiceUnavailable } from '#app/http/service-unavailable.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'

export const loader = () => redirect('/admin')

export async function action({ request, context }: ActionFunctionArgs) {
  return orServiceUnavailable(request, context, async () => {
    await postponeSecondFactor(context.get(servicesContext), getActor(context), Date.now())
    return redirect('/admin', 303)
  })
}
