; The installer for Windows as it is made on Linux by scripts/windowsInstaller.mjs, which defines APP (the folder of the app),
; FILES (the list of its files), OUT, VERSION, VERSION4, GUID, SIZE, LICENSE, ICON and, when it signs, SIGN.
; Places and keys of the registry are those of electron-builder's own installer: either one replaces the other.
Unicode true
ManifestDPIAware true
!define NAME "Freight Console"
!define EXE "Freight Console.exe"
!define SCHEME "freight-console"
!define INSTALL_KEY "Software\${GUID}"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${GUID}"

Name "${NAME}"
OutFile "${OUT}"
; No rights are asked for at the start. Who chooses "everyone" is asked then.
RequestExecutionLevel user
!if "${COMPRESSION}" == "off"
  SetCompress off
!else
  SetCompressor ${COMPRESSION}
!endif
BrandingText "${NAME} ${VERSION}"
VIProductVersion "${VERSION4}"
VIAddVersionKey /LANG=0 "ProductName" "${NAME}"
VIAddVersionKey /LANG=0 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "FileDescription" "${NAME} Setup"
VIAddVersionKey /LANG=0 "LegalCopyright" "Freight Console maintainers"
!ifdef SIGN
  !uninstfinalize '${SIGN}'
!endif

!include MUI2.nsh
!include nsDialogs.nsh
!include LogicLib.nsh
!include FileFunc.nsh
!include x64.nsh

Var Everyone
Var Updating
Var RadioEveryone

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!insertmacro MUI_PAGE_LICENSE "${LICENSE}"
Page custom AskForWhom TakeForWhom
!define MUI_PAGE_CUSTOMFUNCTION_PRE SkipWhenUpdating
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\${EXE}"
!insertmacro MUI_PAGE_FINISH
!define MUI_UNCONFIRMPAGE_TEXT_TOP "$(STAYS)"
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString WHOM ${LANG_ENGLISH} "For whom shall it be installed?"
LangString WHOM ${LANG_SIMPCHINESE} "为谁安装？"
LangString WHOM_MORE ${LANG_ENGLISH} "Data and settings belong to each person either way."
LangString WHOM_MORE ${LANG_SIMPCHINESE} "无论哪种方式，数据和设置都属于各个用户自己。"
LangString ME ${LANG_ENGLISH} "For me alone (no administrator needed)"
LangString ME ${LANG_SIMPCHINESE} "仅为我安装（不需要管理员）"
LangString ALL ${LANG_ENGLISH} "For everyone on this computer (an administrator is asked for)"
LangString ALL ${LANG_SIMPCHINESE} "为此计算机的所有用户安装（需要管理员确认）"
LangString RUNNING ${LANG_ENGLISH} "${NAME} is running. Close it, then choose Retry."
LangString RUNNING ${LANG_SIMPCHINESE} "${NAME} 正在运行。请先关闭，再选择“重试”。"
LangString ONLY64 ${LANG_ENGLISH} "${NAME} needs a 64-bit Windows."
LangString ONLY64 ${LANG_SIMPCHINESE} "${NAME} 需要 64 位 Windows。"
LangString REFUSED ${LANG_ENGLISH} "Without an administrator it can be installed for you alone."
LangString REFUSED ${LANG_SIMPCHINESE} "没有管理员权限时，只能为您自己安装。"
LangString NOT_EMPTY ${LANG_ENGLISH} "This folder holds other files. Choose an empty or a new one."
LangString NOT_EMPTY ${LANG_SIMPCHINESE} "此文件夹中有其他文件。请选择空文件夹或新文件夹。"
LangString STAYS ${LANG_ENGLISH} "The program is removed. Data, backups and settings of each person stay where they are, in $APPDATA\${NAME}: installed again, it goes on with them."
LangString STAYS ${LANG_SIMPCHINESE} "将移除程序。各用户的数据、备份和设置保留在 $APPDATA\${NAME}，重新安装后可继续使用。"
LangString HALF ${LANG_ENGLISH} "Not every file could be written. Close other programs and start the installer again; data and settings are untouched."
LangString HALF ${LANG_SIMPCHINESE} "有文件未能写入。请关闭其他程序后重新运行安装程序；数据和设置不受影响。"

!macro FORWHOM
  ${If} $Everyone == 1
    SetShellVarContext all
    StrCpy $INSTDIR "$PROGRAMFILES64\${NAME}"
  ${Else}
    SetShellVarContext current
    StrCpy $INSTDIR "$LOCALAPPDATA\Programs\${NAME}"
  ${EndIf}
  ; Where it is already, it is replaced.
  ReadRegStr $0 SHCTX "${INSTALL_KEY}" "InstallLocation"
  ${If} $0 != ""
    StrCpy $INSTDIR $0
  ${EndIf}
!macroend

; The program cannot be opened for writing while it runs.
!macro UNTILCLOSED
  ${Do}
    ${IfNot} ${FileExists} "$INSTDIR\${EXE}"
      ${Break}
    ${EndIf}
    ClearErrors
    FileOpen $0 "$INSTDIR\${EXE}" a
    ${IfNot} ${Errors}
      FileClose $0
      ${Break}
    ${EndIf}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDCANCEL IDRETRY +3
    SetErrorLevel 2
    Abort
    Nop
  ${Loop}
!macroend

; /S installs without a question, /AllUsers (administrator) for everyone, /D=FOLDER (the last, without quotes) elsewhere;
; --updated and --force-run are what an update that the app itself started says. It ends with 0, 1 (cancelled), 2 (the app
; runs), 3 (no 64-bit Windows), 4 (a folder of other files), 5 (a file could not be written), 6 (/AllUsers needs an administrator).
Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_OK|MB_ICONSTOP "$(ONLY64)" /SD IDOK
    SetErrorLevel 3
    Abort
  ${EndIf}
  SetRegView 64
  StrCpy $R9 $INSTDIR
  ${GetParameters} $R0
  StrCpy $Everyone 0
  ClearErrors
  ${GetOptions} $R0 "/AllUsers" $R1
  ${IfNot} ${Errors}
    StrCpy $Everyone 1
  ${EndIf}
  ; Without a window nobody can be asked for an administrator.
  ${If} $Everyone == 1
  ${AndIf} ${Silent}
    UserInfo::GetAccountType
    Pop $0
    ${If} $0 != "Admin"
      SetErrorLevel 6
      Abort
    ${EndIf}
  ${EndIf}
  StrCpy $Updating 0
  ClearErrors
  ${GetOptions} $R0 "--updated" $R1
  ${IfNot} ${Errors}
    StrCpy $Updating 1
  ${EndIf}
  !insertmacro FORWHOM
  ${If} $R9 != ""
    StrCpy $INSTDIR $R9
  ${EndIf}
FunctionEnd

Function SkipWhenUpdating
  ${If} $Updating == 1
    Abort
  ${EndIf}
FunctionEnd

Function AskForWhom
  Call SkipWhenUpdating
  UserInfo::GetAccountType
  Pop $0
  ; Started anew as an administrator: that was the answer.
  ${If} $Everyone == 1
  ${AndIf} $0 == "Admin"
    Abort
  ${EndIf}
  !insertmacro MUI_HEADER_TEXT "$(WHOM)" "$(WHOM_MORE)"
  nsDialogs::Create 1018
  Pop $0
  ${NSD_CreateRadioButton} 0 20u 100% 12u "$(ME)"
  Pop $1
  ${NSD_Check} $1
  ${NSD_CreateRadioButton} 0 40u 100% 12u "$(ALL)"
  Pop $RadioEveryone
  nsDialogs::Show
FunctionEnd

Function TakeForWhom
  ${NSD_GetState} $RadioEveryone $Everyone
  UserInfo::GetAccountType
  Pop $0
  ${If} $Everyone == 1
  ${AndIf} $0 != "Admin"
    ClearErrors
    ExecShell "runas" "$EXEPATH" "/AllUsers"
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONINFORMATION "$(REFUSED)"
      Abort
    ${EndIf}
    Quit
  ${EndIf}
  !insertmacro FORWHOM
FunctionEnd

Section
  !insertmacro UNTILCLOSED
  ; Into a folder of something else nothing is put: removing the app must never touch other files.
  ${IfNot} ${FileExists} "$INSTDIR\${EXE}"
    ${DirState} "$INSTDIR" $0
    ${If} $0 == 1
      MessageBox MB_OK|MB_ICONSTOP "$(NOT_EMPTY)" /SD IDOK
      SetErrorLevel 4
      Abort
    ${EndIf}
  ${Else}
    ; What an earlier version brought and this one does not.
    RMDir /r "$INSTDIR\resources"
    RMDir /r "$INSTDIR\locales"
  ${EndIf}
  SetOutPath "$INSTDIR"
  ClearErrors
  File /r "${APP}/*"
  ${If} ${Errors}
    MessageBox MB_OK|MB_ICONSTOP "$(HALF)" /SD IDOK
    SetErrorLevel 5
    Abort
  ${EndIf}
  WriteUninstaller "$INSTDIR\Uninstall ${NAME}.exe"
  CreateShortCut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\${EXE}"
  ${If} $Updating == 0
    CreateShortCut "$DESKTOP\${NAME}.lnk" "$INSTDIR\${EXE}"
  ${EndIf}
  WriteRegStr SHCTX "Software\Classes\${SCHEME}" "" "URL:${NAME}"
  WriteRegStr SHCTX "Software\Classes\${SCHEME}" "URL Protocol" ""
  WriteRegStr SHCTX "Software\Classes\${SCHEME}\DefaultIcon" "" '"$INSTDIR\${EXE}",0'
  WriteRegStr SHCTX "Software\Classes\${SCHEME}\shell\open\command" "" '"$INSTDIR\${EXE}" "%1"'
  WriteRegStr SHCTX "${INSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayName" "${NAME} ${VERSION}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\${EXE},0"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "Publisher" "Freight Console maintainers"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  ${If} $Everyone == 1
    StrCpy $0 "/AllUsers"
  ${Else}
    StrCpy $0 "/CurrentUser"
  ${EndIf}
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\Uninstall ${NAME}.exe" $0'
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\Uninstall ${NAME}.exe" $0 /S'
  WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "EstimatedSize" ${SIZE}
  WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "NoRepair" 1
SectionEnd

Function .onInstSuccess
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "--force-run" $R1
  ${IfNot} ${Errors}
    Exec '"$INSTDIR\${EXE}"'
  ${EndIf}
FunctionEnd

Function un.onInit
  SetRegView 64
  StrCpy $Everyone 0
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/AllUsers" $R1
  ${IfNot} ${Errors}
    StrCpy $Everyone 1
    UserInfo::GetAccountType
    Pop $0
    ${If} $0 != "Admin"
      ExecShell "runas" "$INSTDIR\Uninstall ${NAME}.exe" "$R0"
      Quit
    ${EndIf}
    SetShellVarContext all
  ${EndIf}
FunctionEnd

; Removes what was installed, file by file, and leaves the data and settings of every person where they are.
Section Uninstall
  !insertmacro UNTILCLOSED
  SetOutPath "$TEMP"
  !include "${FILES}"
  Delete "$INSTDIR\Uninstall ${NAME}.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\${NAME}.lnk"
  Delete "$DESKTOP\${NAME}.lnk"
  DeleteRegKey SHCTX "Software\Classes\${SCHEME}"
  DeleteRegKey SHCTX "${INSTALL_KEY}"
  DeleteRegKey SHCTX "${UNINSTALL_KEY}"
SectionEnd
