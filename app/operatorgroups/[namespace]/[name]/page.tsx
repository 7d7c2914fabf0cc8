import { GroupPage } from '#components/groups/group-page.tsx';
import { objectPage, objectTitle } from '../../../object-page.tsx';

export const generateMetadata = objectTitle();
export default objectPage(GroupPage);
