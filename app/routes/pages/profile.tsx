import { workPage } from '#app/http/page-kind.ts'
import { profilePage } from '#content/pages/profile.ts'
import { NotYetView } from './components/not-yet-view.tsx'

export const handle = workPage()

export default function Profile() {
  return <NotYetView page={profilePage} path="/profile" />
}
