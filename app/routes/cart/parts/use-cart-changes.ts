import { useEffect, useState } from 'react'
import { useFetchers, useSubmit } from 'react-router'
import type { Cart } from '#app/domain/cart/cart.ts'
import { applyPost, quantityField, toIntent, toRestoreIntent } from '#app/domain/cart/cart-post.ts'
import { priceCart, toSnapshot } from '#app/domain/cart/cart-view.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { onLostRequest } from '#app/domain/shared/lost-request.ts'
import { cartPage as words } from '#content/pages/cart.ts'
import type { CartAnswer, CartLine, RemovedCartLine, ShownCart } from './cart-page.tsx'
import { describeChanges } from './describe-changes.ts'

export type CartChanges = ReturnType<typeof useCartChanges>

/**
 * Every change shows at once: the posts that have no answer yet are applied to the server's cart by the server's own
 * rules. An answer brings the server's cart; a lost post is no longer applied.
 */
export function useCartChanges(cart: ShownCart, answer: CartAnswer | undefined, clinic: ClinicFacts) {
  const submit = useSubmit()
  const posts = useFetchers().flatMap(({ formData }) => (formData ? [toPost(formData)] : []))
  const [removed, setRemoved] = useState<RemovedCartLine[]>(answer?.removed ? [answer.removed] : [])
  const [said, setSaid] = useState(answer?.said)
  const [unread, setUnread] = useState(() => readUnread(answer))
  const [lost, setLost] = useState<{ product: string; text: string }>()
  const [latest, setLatest] = useState('')

  const [rejected, setRejected] = useState(answer?.unread)
  if (answer?.unread !== rejected) {
    setRejected(answer?.unread)
    setUnread(readUnread(answer))
  }

  const isPosting = posts.length > 0
  useEffect(() => {
    if (isPosting)
      return onLostRequest(
        ({ isPost, reason }) => isPost && setLost({ product: latest, text: reason ?? words.offline(clinic) }),
      )
  }, [isPosting, latest, clinic])

  const catalogue = [...cart.lines, ...removed.map(({ line }) => line)].map(({ product }) => product)
  const apply = (before: Cart, post: Post) => applyPost(before, post, catalogue)
  const applyAll = (made: Post[]) => made.reduce((before, post) => apply(before, post).cart, toCart(cart))
  const now = applyAll(posts)
  const view = { ...priceCart(now, catalogue), unavailable: cart.unavailable }
  const lastRemoved = removed.at(-1)
  const isBack = view.lines.some(({ product }) => product.id === lastRemoved?.line.product.id)

  function change(product: string, post: Post) {
    setSaid(describeChanges(view, priceCart(apply(now, post).cart, catalogue)))
    setUnread({ ...unread, [product]: undefined })
    setLost(undefined)
    setLatest(product)
    void submit(post, { method: 'post', action: '/cart', navigate: false, flushSync: true })
  }

  return {
    view,
    /** What Place Order orders: a quantity that was typed just before the press is shown for review first. */
    snapshot: toSnapshot(priceCart(applyAll(posts.filter(({ intent }) => intent !== 'update')), catalogue)),
    /** Announced to screen readers. */
    said,
    /** Typed quantities that are invalid, by product; `sent` if the server has rejected them already. */
    unread,
    /** The change that could not be sent. */
    lost,
    /** The line removed last, until it is put back. */
    removed: isBack ? undefined : lastRemoved,
    press: (intent: 'increase' | 'decrease', product: string) => change(product, { intent: toIntent(intent, product) }),
    remove(line: CartLine, place: number) {
      setRemoved([...removed, { line, place }])
      change(line.product.id, { intent: toIntent('remove', line.product.id) })
    },
    restore({ line, place }: RemovedCartLine) {
      const product = line.product.id
      change(product, { intent: toRestoreIntent({ product, quantity: line.quantity }, place) })
    },
    type(product: string, typed: string) {
      const post = { intent: 'update', shown: toSnapshot(view), [quantityField(product)]: typed }
      if (apply(now, post).unread.length > 0) setUnread({ ...unread, [product]: { typed, sent: false } })
      else change(product, post)
    },
  }
}

/** The fields of a post. */
type Post = Record<string, string>

const toPost = (fields: FormData) =>
  Object.fromEntries([...fields].filter((field): field is [string, string] => typeof field[1] === 'string'))

const toCart = ({ id, lines }: ShownCart): Cart => ({
  id,
  lines: lines.map(({ product, quantity }) => ({ product: product.id, quantity })),
})

type Unread = { typed: string; sent: boolean }

const readUnread = ({ unread = [], form }: CartAnswer = { form: {} }): Record<string, Unread | undefined> =>
  Object.fromEntries(
    unread.map((product) => [product, { typed: form.values?.[quantityField(product)] ?? '', sent: true }]),
  )
