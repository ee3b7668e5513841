import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { listView } from '#app/domain/newsletter/subscriber.ts'
import { tryLoad } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import type { SubscribersAnswer } from '#app/ui/admin/subscribers/subscribers-answer.ts'
import { SubscribersPage } from '#app/ui/admin/subscribers/subscribers-page.tsx'
import { actOnSubscribers } from './act-on-subscribers.server.ts'
import { lastAct } from './last-act.server.ts'
import { readList } from './read-list.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const view = listView.parse(Object.fromEntries(new URL(request.url).searchParams))
  const list = await tryLoad(context, () => readList(context, view))
  return { view, list, notice: await lastAct(request, context) }
}

export const action = ({ request, context }: ActionFunctionArgs) => actOnSubscribers(request, context)

export default function Subscribers() {
  const { view, list, notice } = useLoaderData<typeof loader>()
  const answer = useActionData<SubscribersAnswer>()
  return <SubscribersPage clinic={useSite().clinic} view={view} list={list} answer={answer ?? { notice }} />
}
