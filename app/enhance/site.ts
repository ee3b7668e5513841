// The only script of content pages: it makes nicer what works without it. Kept under 5 KB, imports no library.
import { enhanceForms } from './forms.ts'
import { letFieldsPress } from './fields-that-press.ts'
import { countAgainOnReturn } from './returning.ts'
import { ignoreBlankSearches } from './search-boxes.ts'
import { bringLatePosts } from './late-posts.ts'

enhanceForms()
letFieldsPress()
countAgainOnReturn()
ignoreBlankSearches()
bringLatePosts()
