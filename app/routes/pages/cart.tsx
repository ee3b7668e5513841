import { workPage } from '#app/http/page-kind.ts'
import { cartPage } from '#content/pages/cart.ts'
import { NotYetView } from './components/not-yet-view.tsx'

export const handle = workPage()

export default function Cart() {
  return <NotYetView page={cartPage} path="/cart" />
}
