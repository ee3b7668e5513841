import { useEffect, useRef, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { returnField } from '#app/domain/shared/done.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { onLostRequest } from '#app/domain/shared/lost-request.ts'
import { recordPath } from '#content/record-path.ts'
import { type Collections, listCardActs, nameCard } from './card-acts.ts'
import { entriesWords as words } from './words.ts'

type Options = {
  /** The page of the editor. */
  address: string
  collections: Collections
  orders: Record<string, number>
}

/** Where the message about a card that wasn't moved is. */
export const notMovedId = 'not-moved'

/**
 * What can be done with services, products and people on the page in the frame: their lists do it. A move that fails says
 * so here, where the typed texts stay.
 */
export function useEntryCards({ address, collections, orders }: Options) {
  const { submit, state, data } = useFetcher<{ form: FormState }>()
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<string>()
  /** Until the page shows it: a second press would be over an older order. */
  const moving = useRef<string>(undefined)
  const error = unsent ?? data?.form.error

  const isSent = state !== 'idle'
  // Not only once React has drawn that it is sent: without a connection it may be lost before that.
  useEffect(
    () => onLostRequest(({ isPost, reason }) => isPost && moving.current && setUnsent(reason ?? words.notMoved)),
    [],
  )

  useEffect(() => {
    if (isSent || !error) return
    moving.current = undefined
    document.getElementById(notMovedId)?.focus()
  }, [isSent, error, data])

  function move(command: string) {
    if (moving.current) return
    moving.current = command
    setUnsent(undefined)
    const [intent = '', path = '', past = ''] = command.split(' ')
    const [collection = '', id = ''] = path.split('/')
    const fields = { intent, id, past: past.split('/')[1] ?? '', version: String(orders[collection]) }
    const action = `/admin/${collection}`
    void submit({ ...fields, [returnField]: address }, { method: 'post', action, preventScrollReset: true })
  }

  return {
    error: isSent ? undefined : error,
    nameOf: (path: string) => nameCard(collections, path),
    actsOf: (path: string, beside: string[]) => listCardActs(collections, path, beside),
    act(command: string) {
      const [act, path = ''] = command.split(' ')
      if (act === 'open') void navigate(recordPath(path))
      else if (act === 'add') void navigate(`/admin/${path.split('/')[0]}#title`)
      else move(command)
    },
    /** What moved the card that the page in the frame now shows at its new place. */
    takeMoved() {
      const command = moving.current
      moving.current = undefined
      return command
    },
  }
}
