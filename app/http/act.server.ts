import { data, type RouterContextProvider } from 'react-router'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { admin } from '#content/pages/admin.ts'
import { pageContext, servicesContext } from './context.ts'

/** What a form of the dashboard asks for. When it cannot be stored the form says so, and nothing was changed. */
export async function act<Answer>(context: Readonly<RouterContextProvider>, work: () => Promise<Answer>) {
  try {
    return await work()
  } catch (err) {
    const { requestId } = context.get(pageContext)
    context.get(servicesContext).log.error({ err, requestId }, 'an act of the admin could not be stored')
    return refusal(503, admin.notStored)
  }
}

/** What the form says instead, beside it. */
export const refusal = (status: number, error: string) => data({ form: { error } satisfies FormState }, { status })
