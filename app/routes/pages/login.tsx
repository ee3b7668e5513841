import { workPage } from '#app/http/page-kind.ts'
import { loginPage } from '#content/pages/login.ts'
import { NotYetView } from './components/not-yet-view.tsx'

export const handle = workPage()

export default function Login() {
  return <NotYetView page={loginPage} path="/login" />
}
