// The only script of content pages: it makes nicer what works without it. Kept under 5 KB, imports no library.
import { askAboutTypos } from './email-typos.ts'
import { enhanceForms } from './forms.ts'
import { letFieldsPress } from './fields-that-press.ts'
import { watchPosts } from './pending.ts'
import { countAgainOnReturn } from './returning.ts'
import { noticeSignOut } from './sign-out.ts'
import { ignoreBlankSearches } from './search-boxes.ts'
import { bringLatePosts } from './late-posts.ts'
import { chooseInPlace } from './widget.ts'

ignoreBlankSearches()
// Without it the browser is older than other things that the rest needs, such as knowing which button was pressed
// (Safari before 16): it does well as one without scripts.
if (typeof AbortSignal.timeout === 'function') {
  enhanceForms()
  // After it, for what it leaves to the browser.
  watchPosts()
  letFieldsPress()
  countAgainOnReturn()
  noticeSignOut()
  bringLatePosts()
  chooseInPlace()
  askAboutTypos()
}
