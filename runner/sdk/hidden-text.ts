export { withoutHidden } from '../contract/hidden-text.ts'
