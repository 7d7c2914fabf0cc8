import { InstancePage } from '#components/declarative/instance-page.tsx';
import { objectPage, objectTitle } from '../../../object-page.tsx';

export const generateMetadata = objectTitle();
export default objectPage(InstancePage);
