export { toastTimes } from '../../contract/limits.ts';
